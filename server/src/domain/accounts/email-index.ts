import { blindIndex } from '../../platform/crypto/sealing.ts';
import type { PortalKeys } from '../keys/portal-keys.ts';

/** By what the requests for an address are counted, whether or not anybody has it. */
export function emailIndex(keys: Pick<PortalKeys, 'blindIndex'>, email: string): Buffer {
  return blindIndex(keys.blindIndex, 'email', email);
}
