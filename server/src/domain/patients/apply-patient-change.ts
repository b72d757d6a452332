import type { PatientChange } from '@medcloud/contract';
import type { AppContext } from '../core/context.ts';
import { checkAmka, checkBirthDate, parsePhone } from './check-facts.ts';
import type { PatientFacts } from './patient-facts.ts';

/** A patient's facts as a change makes them; with the checks of registration on what really changes. */
export function applyPatientChange(context: AppContext, before: PatientFacts, change: PatientChange): PatientFacts {
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

/** What a change names, or what stood there before. */
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

/** Which facts differ: their names alone may stand in the trail. */
export function listChangedFields(before: PatientFacts, after: PatientFacts): (keyof PatientFacts)[] {
  return fieldNames.filter((name) => before[name] !== after[name]);
}
