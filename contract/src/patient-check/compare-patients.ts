import { isValidAmka, maskAmka } from '../amka.ts';
import { patientCheckFields } from '../choices.ts';
import { canBeSameName, hasName, parseDicomName } from './compare-names.ts';

/** The patient attributes of a DICOM file (group 0010); null if an attribute is missing. */
export interface PatientInFile {
  /** PN as stored in the file: `ΠΑΠΑΔΟΠΟΥΛΟΥ^ΜΑΡΙΑ`. */
  readonly name: string | null;
  /** `YYYY-MM-DD`. */
  readonly birthDate: string | null;
  /** CS: M, F, O. */
  readonly sex: string | null;
  /** (0010,0020): the patient number of the imaging facility, sometimes an AMKA. */
  readonly number: string | null;
}

/** The selected patient of an exam, as registered by the center. */
export interface RegisteredPatient {
  readonly firstName: string;
  readonly lastName: string;
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth: string;
  readonly gender: 'Male' | 'Female' | 'Other';
  /** Complete AMKA; null if there is none or the caller does not know it. */
  readonly amka: string | null;
  /** True if the file's number was used before for another patient of the center and never for this one. */
  readonly isNumberOfAnother: boolean;
}

/**
 * A difference between file and record, in the values' own form: a PN, `YYYY-MM-DD`, M or F, a number (an AMKA masked).
 */
export interface Difference {
  readonly field: (typeof patientCheckFields)[number];
  readonly theirs: string;
  /** Empty if the record has no value to show. */
  readonly ours: string;
}

/** `nothing`: name, birth date and number cannot be compared, and there is no difference. */
export type PatientComparison =
  | { readonly kind: 'matched' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'different'; readonly differences: readonly Difference[] };

/** Compares the patient of a file with the selected patient (product, "Exams": wrong-patient guard). */
export function comparePatients(file: PatientInFile, registered: RegisteredPatient): PatientComparison {
  const differences: Difference[] = [];
  let isIdentified = false;
  for (const comparison of [
    compareName(file, registered),
    compareBirthDate(file, registered),
    compareNumber(file, registered),
  ]) {
    if (comparison === 'silent') continue;
    isIdentified = true;
    if (comparison !== 'same') differences.push(comparison);
  }
  const sex = compareSex(file, registered);
  if (typeof sex === 'object') differences.push(sex);
  if (differences.length > 0) return { kind: 'different', differences: sortDifferences(differences) };
  return { kind: isIdentified ? 'matched' : 'nothing' };
}

type FieldComparison = 'same' | 'silent' | Difference;

function sortDifferences(differences: readonly Difference[]): Difference[] {
  return patientCheckFields.flatMap((field) => differences.filter((difference) => difference.field === field));
}

function compareName({ name }: PatientInFile, { firstName, lastName }: RegisteredPatient): FieldComparison {
  // Component groups: alphabetic, ideographic, phonetic (PS3.5 6.2). The name matches if one of them does.
  const componentGroups = (name ?? '').split('=').map(parseDicomName).filter(hasName);
  const ours = { surname: lastName, given: firstName };
  if (componentGroups.length === 0 || !hasName(ours)) return 'silent';
  if (componentGroups.some((componentGroup) => canBeSameName(componentGroup, ours))) return 'same';
  return { field: 'name', theirs: name ?? '', ours: `${lastName}^${firstName}` };
}

function compareBirthDate({ birthDate }: PatientInFile, { dateOfBirth }: RegisteredPatient): FieldComparison {
  if (birthDate === null) return 'silent';
  return birthDate === dateOfBirth ? 'same' : { field: 'birthDate', theirs: birthDate, ours: dateOfBirth };
}

const sexes: Readonly<Record<string, 'M' | 'F'>> = { Male: 'M', Female: 'F' };

/** Compares the sex. Only M against F is a difference; O is too unspecific on either side. */
function compareSex({ sex }: PatientInFile, { gender }: RegisteredPatient): FieldComparison {
  const theirs = sex?.trim().toUpperCase();
  const ours = sexes[gender];
  if ((theirs !== 'M' && theirs !== 'F') || ours === undefined) return 'silent';
  return theirs === ours ? 'same' : { field: 'sex', theirs, ours };
}

/**
 * Compares the number. The center's own number counts only if it is an AMKA or was used for another patient of the
 * center.
 */
function compareNumber({ number }: PatientInFile, { amka, isNumberOfAnother }: RegisteredPatient): FieldComparison {
  const theirs = number?.trim() ?? '';
  if (theirs === '') return 'silent';
  const isAmka = isValidAmka(theirs);
  if (isAmka && amka !== null)
    return theirs === amka ? 'same' : { field: 'number', theirs: maskAmka(theirs), ours: maskAmka(amka) };
  return isNumberOfAnother ? { field: 'number', theirs: isAmka ? maskAmka(theirs) : theirs, ours: '' } : 'silent';
}
