import type { Patient, PatientChange, PatientRegistration } from '@medcloud/contract/shapes/people';
import type { PatientFields } from '../patients/registration-form.ts';

/** Returns the form's initial values. The stored AMKA is never included; an empty field keeps it. */
export function editFields(patient: Patient): PatientFields {
  const { firstName, lastName, dateOfBirth, gender } = patient;
  return {
    ...{ firstName, lastName, dateOfBirth, gender },
    email: patient.email ?? '',
    phone: patient.phone ?? '',
    address: patient.address ?? '',
    amka: '',
    amkaConfirmed: false,
    language: patient.language ?? '',
    shouldRemoveAmka: false,
  };
}

type TypedChange = { [Name in keyof PatientChange]?: string | boolean | null };

const names = [
  'lastName',
  'firstName',
  'dateOfBirth',
  'gender',
  'phone',
  'email',
  'address',
  'amka',
  'language',
] as const satisfies (keyof PatientRegistration)[];

const required: readonly string[] = ['lastName', 'firstName', 'dateOfBirth', 'gender'];

/**
 * Builds the change from the fields that differ. An emptied optional field is null. Unchanged fields are not sent, so
 * two people who edit one patient do not revert each other's changes.
 */
export function buildChange(before: PatientFields, typed: PatientFields): TypedChange {
  const change: TypedChange = {};
  for (const name of names) {
    if (typed[name] === before[name]) continue;
    change[name] = typed[name] === '' && !required.includes(name) ? null : typed[name];
  }
  if (typed.shouldRemoveAmka) change.amka = null;
  return Object.keys(change).length > 0 && typed.amkaConfirmed ? { ...change, amkaConfirmed: true } : change;
}
