import type { DataSet } from './reader/data-set.ts';
import { firstText } from './reader/values.ts';

/** The patient of a data set (PS3.3 C.7.1.1); null where it says nothing. */
export interface DicomPatient {
  /** PN as it stands there. */
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
const longestName = 200;
const longestNumber = 128;

/** Reads the patient of a data set as it stands, cut at the lengths above and without what a database column cannot hold. Fails with nothing. */
export function patientOf(dataSet: DataSet): DicomPatient {
  return {
    name: written(dataSet, PATIENT_NAME, longestName),
    birthDate: dayOf(firstText(dataSet, BIRTH_DATE)),
    sex: written(dataSet, SEX, 16),
    number: written(dataSet, PATIENT_ID, longestNumber),
  };
}

/** A DA value (PS3.5 6.2; older files have dots in it) as `YYYY-MM-DD`; null for what is no day. */
export function dayOf(value: string): string | null {
  const [, year, month, day] = /^(\d{4})\.?(\d{2})\.?(\d{2})$/.exec(value.trim()) ?? [];
  const written = `${year}-${month}-${day}`;
  const parsed = new Date(`${written}T00:00:00Z`);
  const isDay = !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(written);
  return isDay && written > '0001' ? written : null;
}

/** Without what a database column cannot hold. */
function written(dataSet: DataSet, tag: number, longest: number): string | null {
  const text = firstText(dataSet, tag).replaceAll('\0', '').toWellFormed().trim().slice(0, longest);
  return text === '' ? null : text;
}
