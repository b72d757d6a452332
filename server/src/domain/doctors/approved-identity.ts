import { sql } from 'kysely';

/**
 * A doctor's identity for patients and centers (table alias `d`), as last approved by an administrator. A name or
 * license number under review is not shown, since only the doctor has stated it.
 */
export const approvedIdentity = {
  firstName: sql<string>`coalesce(d.approved_first_name, d.first_name)`,
  lastName: sql<string>`coalesce(d.approved_last_name, d.last_name)`,
  licenseNumber: sql<string>`coalesce(d.approved_license_number, d.license_number)`,
};
