import { blindIndex, openText, sealText } from '../../platform/crypto/sealing.ts';
import type { Random } from '../../platform/ids/random.ts';
import type { PortalKeys } from '../keys/portal-keys.ts';

/** Columns of a patient, and of their exams, that are kept sealed under the patient's own key. */
export type SealedColumn = 'phone' | 'amka' | 'address' | 'notes' | 'reason' | 'upload';

/** Seals a column's text; null stays null. The context ties it to this patient and column, so that rows cannot be exchanged. */
export function sealColumn(
  key: Buffer,
  patientId: string,
  column: SealedColumn,
  text: string | undefined,
  random: Random,
): Buffer | null {
  return text === undefined ? null : sealText(key, `patient:${patientId}:${column}`, text, random);
}

export function openColumn(key: Buffer, patientId: string, column: SealedColumn, sealed: Buffer): string {
  return openText(key, `patient:${patientId}:${column}`, sealed);
}

/** What finds a whole phone (E.164) without keeping it in the clear. */
export function phoneIndex(keys: Pick<PortalKeys, 'blindIndex'>, phone: string): Buffer {
  return blindIndex(keys.blindIndex, 'phone', phone);
}

/** What finds a whole AMKA. */
export function amkaIndex(keys: Pick<PortalKeys, 'blindIndex'>, amka: string): Buffer {
  return blindIndex(keys.blindIndex, 'amka', amka);
}
