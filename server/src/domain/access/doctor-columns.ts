import { sql } from 'kysely';
import { approvedIdentity } from '../doctors/approved-identity.ts';

/** Who a doctor is, as patients and centers read it. */
export interface DoctorColumns {
  firstName: string;
  lastName: string;
  licenseNumber: string;
  specialization: string;
}

/** The same of the table alias `d`. */
export const doctorColumns = [
  approvedIdentity.firstName.as('firstName'),
  approvedIdentity.lastName.as('lastName'),
  approvedIdentity.licenseNumber.as('licenseNumber'),
  sql<string>`d.specialization`.as('specialization'),
] as const;

/** A doctor without what else stands in the row. */
export function showDoctor({ firstName, lastName, licenseNumber, specialization }: DoctorColumns): DoctorColumns {
  return { firstName, lastName, licenseNumber, specialization };
}
