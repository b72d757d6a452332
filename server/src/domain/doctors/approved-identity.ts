import { sql } from 'kysely';

/**
 * How patients and centers read a doctor (table alias `d`): as an administrator approved it last. A name or licence that
 * waits for review is nobody's word but the doctor's own.
 */
export const approvedIdentity = {
  firstName: sql<string>`coalesce(d.approved_first_name, d.first_name)`,
  lastName: sql<string>`coalesce(d.approved_last_name, d.last_name)`,
  licenseNumber: sql<string>`coalesce(d.approved_license_number, d.license_number)`,
};
