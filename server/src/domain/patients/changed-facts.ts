import type { PatientChange } from '@medcloud/contract';
import type { Portal } from '../portal/portal.ts';
import { checkAmka, checkBirthDate, readPhone } from './check-facts.ts';
import type { PatientFacts } from './facts.ts';

/** A patient's facts as a change makes them; with the checks of registration on what really changes. */
export function changedFacts(portal: Portal, before: PatientFacts, change: PatientChange): PatientFacts {
  const after: PatientFacts = {
    firstName: named(change.firstName, before.firstName).normalize('NFC'),
    lastName: named(change.lastName, before.lastName).normalize('NFC'),
    dateOfBirth: named(change.dateOfBirth, before.dateOfBirth),
    gender: named(change.gender, before.gender),
    email: named(change.email, before.email),
    language: named(change.language, before.language),
    phone: typeof change.phone === 'string' ? readPhone(change.phone) : named(change.phone, before.phone),
    amka: named(change.amka, before.amka),
    address: named(change.address, before.address),
  };
  checkBirthDate(portal, after.dateOfBirth);
  const isNewPair = after.amka !== before.amka || after.dateOfBirth !== before.dateOfBirth;
  if (isNewPair) checkAmka(after.amka, after.dateOfBirth, change.amkaConfirmed);
  return after;
}

/** What a change names, or what stood there before. */
function named<T>(value: T | undefined, before: T): T {
  return value === undefined ? before : value;
}

const names = [
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
export function differingNames(before: PatientFacts, after: PatientFacts): (keyof PatientFacts)[] {
  return names.filter((name) => before[name] !== after[name]);
}
