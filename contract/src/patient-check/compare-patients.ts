import { isValidAmka, maskAmka } from '../amka.ts';
import { patientCheckFields } from '../choices.ts';
import { canBeSameName, hasName, parseDicomName } from './compare-names.ts';

/** A patient as a DICOM file names it, group 0010; null where the file says nothing. */
export interface PatientInFile {
  /** PN, as it stands there: `ΠΑΠΑΔΟΠΟΥΛΟΥ^ΜΑΡΙΑ`. */
  readonly name: string | null;
  /** `YYYY-MM-DD`. */
  readonly birthDate: string | null;
  /** CS: M, F, O. */
  readonly sex: string | null;
  /** (0010,0020): the number that whoever took the pictures gives its patients, sometimes an AMKA. */
  readonly number: string | null;
}

/** The patient for whom an exam is meant, as the center has registered them. */
export interface RegisteredPatient {
  readonly firstName: string;
  readonly lastName: string;
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth: string;
  readonly gender: 'Male' | 'Female' | 'Other';
  /** Whole; null where there is none, or whoever compares does not know it. */
  readonly amka: string | null;
  /** The file's number came before, with another patient of the center and never with this one. */
  readonly isNumberOfAnother: boolean;
}

/** Where the file and the record disagree; in the values' own form: a PN, `YYYY-MM-DD`, M or F, a number (an AMKA masked). */
export interface Difference {
  readonly field: (typeof patientCheckFields)[number];
  readonly theirs: string;
  /** Empty where the record has nothing to show beside it. */
  readonly ours: string;
}

/** `nothing`: neither name nor birth date nor number can be compared, and nothing speaks against the patient. */
export type PatientComparison =
  | { readonly kind: 'matched' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'different'; readonly differences: readonly Difference[] };

/** Compares the patient of a file with the one for whom it is meant (product, "Exams": wrong-patient guard). */
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
  // alphabetic, ideographic, phonetic (PS3.5 6.2): a name agrees if one of its writings does
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

/** Only M against F is a difference: O says too little on either side. */
function compareSex({ sex }: PatientInFile, { gender }: RegisteredPatient): FieldComparison {
  const theirs = sex?.trim().toUpperCase();
  const ours = sexes[gender];
  if ((theirs !== 'M' && theirs !== 'F') || ours === undefined) return 'silent';
  return theirs === ours ? 'same' : { field: 'sex', theirs, ours };
}

/** The center's own number counts only where it is an AMKA, or was seen with another patient of the center. */
function compareNumber({ number }: PatientInFile, { amka, isNumberOfAnother }: RegisteredPatient): FieldComparison {
  const theirs = number?.trim() ?? '';
  if (theirs === '') return 'silent';
  const isAmka = isValidAmka(theirs);
  if (isAmka && amka !== null)
    return theirs === amka ? 'same' : { field: 'number', theirs: maskAmka(theirs), ours: maskAmka(amka) };
  return isNumberOfAnother ? { field: 'number', theirs: isAmka ? maskAmka(theirs) : theirs, ours: '' } : 'silent';
}
