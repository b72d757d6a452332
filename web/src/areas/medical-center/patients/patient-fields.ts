import type { Patient, PatientChange, PatientRegistration } from '@medcloud/contract/shapes/people';

type Details = Omit<PatientRegistration, 'amkaConfirmed'>;

/** A patient's details as typed. The contract's shape turns empty values into absent ones. */
type TypedDetails = { [Name in keyof Details]-?: Exclude<Details[Name], undefined> | '' };

/** The fields of the registration and of the edit. */
export interface PatientFields extends TypedDetails {
  /** The user's confirmation that the AMKA is right although its birth date differs. */
  amkaConfirmed: boolean;
  /** In an edit: removes the stored AMKA. */
  shouldRemoveAmka: boolean;
}

const required = { firstName: '', lastName: '', dateOfBirth: '', gender: '' } as const;

/** All details, empty. A detail that is missing here does not compile. */
const emptyDetails: TypedDetails = { ...required, email: '', phone: '', address: '', amka: '', language: '' };

export const emptyFields: PatientFields = { ...emptyDetails, amkaConfirmed: false, shouldRemoveAmka: false };

/** Returns the edit's initial values. The stored AMKA is never included; an empty field keeps it. */
export function toFields(patient: Patient): PatientFields {
  const {
    id: _id,
    patientId: _patientId,
    createdAt: _createdAt,
    examType: _type,
    examCount: _count,
    ...details
  } = patient;
  return { ...emptyFields, ...details };
}

type TypedChange = { [Name in keyof PatientChange]?: string | boolean | null };

/**
 * Builds the change from the fields that differ. An emptied optional field is null. Unchanged fields are not sent, so
 * two people who edit one patient do not revert each other's changes.
 */
export function buildChange(before: PatientFields, typed: PatientFields): TypedChange {
  const isDetail = (name: string): name is keyof TypedDetails => Object.hasOwn(emptyDetails, name);
  const change: TypedChange = {};
  for (const name of Object.keys(typed).filter(isDetail)) {
    if (typed[name] === before[name]) continue;
    change[name] = typed[name] === '' && !Object.hasOwn(required, name) ? null : typed[name];
  }
  if (typed.shouldRemoveAmka) change.amka = null;
  return Object.keys(change).length > 0 && typed.amkaConfirmed ? { ...change, amkaConfirmed: true } : change;
}
