import { sql } from 'kysely';
import { approvedIdentity } from '../doctors/approved-identity.ts';

/** A doctor's identity as patients and centers read it. */
export interface DoctorColumns {
  firstName: string;
  lastName: string;
  licenseNumber: string;
  specialization: string;
}

/** Selects `DoctorColumns` from the table alias `d`. */
export const doctorColumns = [
  approvedIdentity.firstName.as('firstName'),
  approvedIdentity.lastName.as('lastName'),
  approvedIdentity.licenseNumber.as('licenseNumber'),
  sql<string>`d.specialization`.as('specialization'),
] as const;

/** Picks the doctor's columns from a wider row. */
export function showDoctor({ firstName, lastName, licenseNumber, specialization }: DoctorColumns): DoctorColumns {
  return { firstName, lastName, licenseNumber, specialization };
}
