import type { DataSet } from './reader/data-set.ts';
import { firstText } from './reader/values.ts';

/** The patient of a data set (PS3.3 C.7.1.1); null for absent values. */
export interface DicomPatient {
  /** PN value as written. */
  readonly name: string | null;
  /** `YYYY-MM-DD`. */
  readonly birthDate: string | null;
  readonly sex: string | null;
  readonly number: string | null;
}

const PATIENT_NAME = 0x00100010;
const PATIENT_ID = 0x00100020;
const BIRTH_DATE = 0x00100030;
const SEX = 0x00100040;
// PS3.5 6.2: a name has three groups of 64 characters, a number 64
const maxNameLength = 200;
const maxNumberLength = 128;

/**
 * Returns the patient of a data set as written, cut at the lengths above and without characters that a database column
 * rejects. Never throws.
 */
export function patientOf(dataSet: DataSet): DicomPatient {
  return {
    name: storableText(dataSet, PATIENT_NAME, maxNameLength),
    birthDate: parseDate(firstText(dataSet, BIRTH_DATE)),
    sex: storableText(dataSet, SEX, 16),
    number: storableText(dataSet, PATIENT_ID, maxNumberLength),
  };
}

/** Parses a DA value (PS3.5 6.2; with dots in older files) to `YYYY-MM-DD`; null if it is no day. */
export function parseDate(value: string): string | null {
  const [, year, month, day] = /^(\d{4})\.?(\d{2})\.?(\d{2})$/.exec(value.trim()) ?? [];
  const isoDate = `${year}-${month}-${day}`;
  const parsed = new Date(`${isoDate}T00:00:00Z`);
  const isDay = !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(isoDate);
  return isDay && isoDate > '0001' ? isoDate : null;
}

/** Returns text without characters that a database column rejects. */
function storableText(dataSet: DataSet, tag: number, maxLength: number): string | null {
  const text = firstText(dataSet, tag).replaceAll('\0', '').toWellFormed().trim().slice(0, maxLength);
  return text === '' ? null : text;
}
