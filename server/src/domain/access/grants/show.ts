import { type AccessiblePatient, maskAmka } from '@medcloud/contract';
import type { AppKeys } from '../../keys/app-keys.ts';
import { unwrapPatientKey } from '../../keys/patient-key.ts';
import { decryptColumn } from '../../patients/encrypted-columns.ts';
import type { AccessibleRow } from '../reads.ts';

/** Shows a consenting patient to the doctor, with the AMKA masked. */
export function showAccessiblePatient(row: AccessibleRow, keys: AppKeys): AccessiblePatient {
  const key = unwrapPatientKey(keys, row.id, row.wrappedKey);
  return {
    id: row.id,
    grantId: row.grantId,
    firstName: row.firstName,
    lastName: row.lastName,
    phone: row.encryptedPhone === null ? undefined : decryptColumn(key, row.id, 'phone', row.encryptedPhone),
    amka: row.encryptedAmka === null ? undefined : maskAmka(decryptColumn(key, row.id, 'amka', row.encryptedAmka)),
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
