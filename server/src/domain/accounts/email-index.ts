import { blindIndex } from '../../platform/crypto/encrypt-value.ts';
import type { AppKeys } from '../keys/app-keys.ts';

/** By what the requests for an address are counted, whether or not anybody has it. */
export function emailIndex(keys: Pick<AppKeys, 'blindIndex'>, email: string): Buffer {
  return blindIndex(keys.blindIndex, 'email', email);
}
