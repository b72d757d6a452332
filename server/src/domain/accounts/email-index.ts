import { blindIndex } from '../../platform/crypto/encrypt-value.ts';
import type { AppKeys } from '../keys/app-keys.ts';

/** Computes the blind index that counts requests for an address, whether or not an account has it. */
export function emailIndex(keys: Pick<AppKeys, 'blindIndex'>, email: string): Buffer {
  return blindIndex(keys.blindIndex, 'email', email);
}
