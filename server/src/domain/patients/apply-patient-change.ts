import type { PatientChange } from '@medcloud/contract';
import type { AppContext } from '../core/context.ts';
import { checkAmka, checkBirthDate, parsePhone } from './check-facts.ts';
import type { PatientFacts } from './patient-facts.ts';

/** Returns a patient's facts after a change. Applies the checks of registration to the facts that change. */
export function applyPatientChange(
  context: Pick<AppContext, 'clock' | 'settings'>,
  before: PatientFacts,
  change: PatientChange,
): PatientFacts {
  const after: PatientFacts = {
    firstName: valueOr(change.firstName, before.firstName).normalize('NFC'),
    lastName: valueOr(change.lastName, before.lastName).normalize('NFC'),
    dateOfBirth: valueOr(change.dateOfBirth, before.dateOfBirth),
    gender: valueOr(change.gender, before.gender),
    email: valueOr(change.email, before.email),
    language: valueOr(change.language, before.language),
    phone: typeof change.phone === 'string' ? parsePhone(change.phone) : valueOr(change.phone, before.phone),
    amka: valueOr(change.amka, before.amka),
    address: valueOr(change.address, before.address),
  };
  checkBirthDate(context, after.dateOfBirth);
  const isNewPair = after.amka !== before.amka || after.dateOfBirth !== before.dateOfBirth;
  if (isNewPair) checkAmka(after.amka, after.dateOfBirth, change.amkaConfirmed);
  return after;
}

/** Returns the new value, or the old one if the change does not name it. */
function valueOr<T>(value: T | undefined, before: T): T {
  return value === undefined ? before : value;
}

const fieldNames = [
  'firstName',
  'lastName',
  'dateOfBirth',
  'gender',
  'email',
  'language',
  'phone',
  'amka',
  'address',
] as const satisfies (keyof PatientFacts)[];

/** Lists the names of changed facts. Audit events may contain only the names. */
export function listChangedFields(before: PatientFacts, after: PatientFacts): (keyof PatientFacts)[] {
  return fieldNames.filter((name) => before[name] !== after[name]);
}
