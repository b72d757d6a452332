import { blindIndex, decryptText, encryptText } from '../../platform/crypto/encrypt-value.ts';
import type { Random } from '../../platform/ids/random.ts';
import type { AppKeys } from '../keys/app-keys.ts';
import type { EncryptedFact } from './patient-columns.ts';

/** What is encrypted under a patient's own key: facts of the patient, and columns of their exams and uploads. */
export type EncryptedColumn = EncryptedFact | 'notes' | 'reason' | 'upload';

/**
 * Encrypts a column's text; undefined becomes null. The context binds it to this patient and column, so values cannot
 * be swapped between rows.
 */
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

/** Returns the blind index of a complete phone number (E.164). */
export function phoneIndex(keys: Pick<AppKeys, 'blindIndex'>, phone: string): Buffer {
  return blindIndex(keys.blindIndex, 'phone', phone);
}

/** Returns the blind index of a complete AMKA. */
export function amkaIndex(keys: Pick<AppKeys, 'blindIndex'>, amka: string): Buffer {
  return blindIndex(keys.blindIndex, 'amka', amka);
}
