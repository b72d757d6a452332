import { type AccessiblePatient, maskAmka } from '@medcloud/contract';
import { openWrappedPatientKey } from '../keys/patient-key.ts';
import type { PortalKeys } from '../keys/portal-keys.ts';
import { openColumn } from '../patients/sealed-columns.ts';
import type { AccessibleRow } from './store.ts';

/** A consenting patient as the doctor sees them: the AMKA masked. */
export function showAccessible(row: AccessibleRow, keys: PortalKeys): AccessiblePatient {
  const key = openWrappedPatientKey(keys, row.id, row.wrappedKey);
  return {
    id: row.id,
    grantId: row.grantId,
    firstName: row.firstName,
    lastName: row.lastName,
    phone: row.phoneSealed === null ? undefined : openColumn(key, row.id, 'phone', row.phoneSealed),
    amka: row.amkaSealed === null ? undefined : maskAmka(openColumn(key, row.id, 'amka', row.amkaSealed)),
    dateOfBirth: row.dateOfBirth,
    gender: row.gender,
    patientId: row.patientId,
    examCount: row.examCount,
    examType: row.examType ?? undefined,
    medicalCenter: { name: row.centerName },
    grantedAt: (row.grantedAt ?? row.expiresAt).toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}
