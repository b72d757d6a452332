import { canBeSameName, hasName, parseDicomName } from './compare-names.ts';
import { comparePatients, type Difference, type PatientInFile, type RegisteredPatient } from './compare-patients.ts';

/** Why files may not belong to the selected patient: they are another patient's, or of several persons. */
export type PatientMismatch =
  | { readonly cause: 'patient-mismatch'; readonly differences: readonly Difference[] }
  | { readonly cause: 'several-patients'; readonly patients: readonly PatientInFile[] };

/**
 * Compares the patients in the files of one exam with the selected patient. Returns the mismatch, or null if there is
 * none. Different spellings of one person count as one person.
 */
export function findPatientMismatch(
  files: readonly PatientInFile[],
  registered: RegisteredPatient,
): PatientMismatch | null {
  const persons = groupByPerson(files);
  if (persons.length > 1)
    return { cause: 'several-patients', patients: persons.flatMap((person) => person.slice(0, 1)) };
  const differences = new Map<string, Difference>();
  for (const file of files) {
    const comparison = comparePatients(file, registered);
    if (comparison.kind !== 'different') continue;
    for (const difference of comparison.differences)
      if (!differences.has(difference.field)) differences.set(difference.field, difference);
  }
  return differences.size === 0 ? null : { cause: 'patient-mismatch', differences: [...differences.values()] };
}

/** Groups files by person. Skips files without identity, because they can belong to any person of the others. */
export function groupByPerson<P extends PatientInFile>(files: readonly P[]): P[][] {
  const persons: P[][] = [];
  for (const file of files) {
    if (!hasIdentity(file)) continue;
    const person = persons.find((some) => some.every((other) => canBeSamePatient(file, other)));
    if (person) person.push(file);
    else persons.push([file]);
  }
  return persons;
}

function hasIdentity({ name, birthDate, number }: PatientInFile): boolean {
  return hasName(parseDicomName(name ?? '')) || birthDate !== null || (number ?? '').trim() !== '';
}

/**
 * Checks whether two files can have the same patient: no value that both have differs. A different number alone is
 * accepted.
 */
function canBeSamePatient(one: PatientInFile, other: PatientInFile): boolean {
  const names = [one, other].map(({ name }) => parseDicomName(name ?? ''));
  const [first, second] = names;
  const hasNames = names.every(hasName);
  if (hasNames && first && second && !canBeSameName(first, second)) return false;
  if (one.birthDate !== null && other.birthDate !== null && one.birthDate !== other.birthDate) return false;
  const sexes = [one.sex, other.sex].map((sex) => sex?.trim().toUpperCase());
  if (sexes.includes('M') && sexes.includes('F')) return false;
  // Without a name and a birth date, only the number can be compared.
  const isComparable = hasNames || (one.birthDate !== null && other.birthDate !== null);
  return isComparable || one.number === null || other.number === null || one.number.trim() === other.number.trim();
}
