import { blindIndex, decryptText, encryptText } from '../../platform/crypto/encrypt-value.ts';
import type { Random } from '../../platform/ids/random.ts';
import type { AppKeys } from '../keys/app-keys.ts';

/** Columns of a patient, and of their exams, that are kept sealed under the patient's own key. */
export type EncryptedColumn = 'phone' | 'amka' | 'address' | 'notes' | 'reason' | 'upload';

/** Seals a column's text; null stays null. The context ties it to this patient and column, so that rows cannot be exchanged. */
export function encryptColumn(
  key: Buffer,
  patientId: string,
  column: EncryptedColumn,
  text: string | undefined,
  random: Random,
): Buffer | null {
  return text === undefined ? null : encryptText(key, `patient:${patientId}:${column}`, text, random);
}

export function decryptColumn(key: Buffer, patientId: string, column: EncryptedColumn, encrypted: Buffer): string {
  return decryptText(key, `patient:${patientId}:${column}`, encrypted);
}

/** What finds a whole phone (E.164) without keeping it in the clear. */
export function phoneIndex(keys: Pick<AppKeys, 'blindIndex'>, phone: string): Buffer {
  return blindIndex(keys.blindIndex, 'phone', phone);
}

/** What finds a whole AMKA. */
export function amkaIndex(keys: Pick<AppKeys, 'blindIndex'>, amka: string): Buffer {
  return blindIndex(keys.blindIndex, 'amka', amka);
}
