import { decryptText, encryptText } from '../../platform/crypto/encrypt-value.ts';
import type { Random } from '../../platform/ids/random.ts';
import type { AppKeys } from '../keys/app-keys.ts';

type Keys = Pick<AppKeys, 'billing'>;

/** Encrypts who paid, or a transfer's text. The context binds it to its payment. */
export function encryptPayer(keys: Keys, id: string, text: string, random: Random): Buffer {
  return encryptText(keys.billing, `payment:${id}:payer`, text, random);
}

/** Decrypts what `encryptPayer` encrypted. Throws `DecryptionError`. */
export function decryptPayer(keys: Keys, id: string, encrypted: Buffer): string {
  return decryptText(keys.billing, `payment:${id}:payer`, encrypted);
}

/** Encrypts why an entry was made, which may mention persons. The context binds it to its entry. */
export function encryptReason(keys: Keys, id: string, text: string, random: Random): Buffer {
  return encryptText(keys.billing, `ledger-entry:${id}:reason`, text, random);
}

/** Encrypts why money that was never recorded goes back. The context binds it to its refund. */
export function encryptRefundReason(keys: Keys, id: string, text: string, random: Random): Buffer {
  return encryptText(keys.billing, `payment-attempt:${id}:reason`, text, random);
}
