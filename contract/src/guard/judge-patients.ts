import { hasName, namesAgree, partsOfDicomName } from './compare-names.ts';
import { comparePatients, type Difference, type PatientInFile, type RegisteredPatient } from './compare-patients.ts';

/** What speaks against keeping a file as an exam of a patient: it is another's, or of several persons. */
export type Doubt =
  | { readonly cause: 'patient-mismatch'; readonly differences: readonly Difference[] }
  | { readonly cause: 'several-patients'; readonly patients: readonly PatientInFile[] };

/**
 * What the patients found in one exam's files say about the patient for whom it is meant; null where nothing speaks
 * against it. Spellings of one person count as one.
 */
export function judgePatients(found: readonly PatientInFile[], registered: RegisteredPatient): Doubt | null {
  const persons = samePersons(found);
  if (persons.length > 1)
    return { cause: 'several-patients', patients: persons.flatMap((person) => person.slice(0, 1)) };
  const differences = new Map<string, Difference>();
  for (const file of found) {
    const verdict = comparePatients(file, registered);
    if (verdict.kind !== 'different') continue;
    for (const difference of verdict.differences)
      if (!differences.has(difference.field)) differences.set(difference.field, difference);
  }
  return differences.size === 0 ? null : { cause: 'patient-mismatch', differences: [...differences.values()] };
}

/** The patients of many files by person; files that name nobody belong to whoever else is there, and are left out. */
export function samePersons<P extends PatientInFile>(found: readonly P[]): P[][] {
  const persons: P[][] = [];
  for (const file of found) {
    if (!isNamed(file)) continue;
    const person = persons.find((some) => some.every((other) => mayBeSame(file, other)));
    if (person) person.push(file);
    else persons.push([file]);
  }
  return persons;
}

function isNamed({ name, birthDate, number }: PatientInFile): boolean {
  return hasName(partsOfDicomName(name ?? '')) || birthDate !== null || (number ?? '').trim() !== '';
}

/** Two files' patients: nothing that both of them say differs. Another number alone makes nobody another person. */
function mayBeSame(one: PatientInFile, other: PatientInFile): boolean {
  const names = [one, other].map(({ name }) => partsOfDicomName(name ?? ''));
  const [first, second] = names;
  const areNamed = names.every(hasName);
  if (areNamed && first && second && !namesAgree(first, second)) return false;
  if (one.birthDate !== null && other.birthDate !== null && one.birthDate !== other.birthDate) return false;
  const sexes = [one.sex, other.sex].map((sex) => sex?.trim().toUpperCase());
  if (sexes.includes('M') && sexes.includes('F')) return false;
  // without a name and a birth date the number is all that there is
  const isComparable = areNamed || (one.birthDate !== null && other.birthDate !== null);
  return isComparable || one.number === null || other.number === null || one.number.trim() === other.number.trim();
}
