import { decryptText, encryptText } from '../../../platform/crypto/encrypt-value.ts';
import type { Random } from '../../../platform/ids/random.ts';
import type { AppKeys } from '../../keys/app-keys.ts';

type Keys = Pick<AppKeys, 'billing'>;

/** Encrypts who paid and the text of a movement. The context binds each value to its row. */
export function encryptLine(keys: Keys, id: string, line: { payer: string; text: string }, random: Random) {
  return {
    payer_sealed: encryptText(keys.billing, `bank-line:${id}:payer`, line.payer, random),
    text_sealed: encryptText(keys.billing, `bank-line:${id}:text`, line.text, random),
  };
}

/** Decrypts what `encryptLine` encrypted. Throws `DecryptionError`. */
export function decryptLine(keys: Keys, id: string, row: { payerEncrypted: Buffer; textEncrypted: Buffer }) {
  return {
    payer: decryptText(keys.billing, `bank-line:${id}:payer`, row.payerEncrypted),
    text: decryptText(keys.billing, `bank-line:${id}:text`, row.textEncrypted),
  };
}
