import type { Patient } from '@medcloud/contract';
import { openWrappedPatientKey } from '../keys/patient-key.ts';
import type { PortalKeys } from '../keys/portal-keys.ts';
import { openColumn } from './sealed-columns.ts';
import type { PatientRow } from './store.ts';

/** A patient as the center's list shows it: without AMKA. */
export function showPatient(row: PatientRow, keys: PortalKeys): Patient {
  const key = openWrappedPatientKey(keys, row.id, row.wrappedKey);
  const opened = (column: 'phone' | 'address', sealed: Buffer | null) =>
    sealed === null ? undefined : openColumn(key, row.id, column, sealed);
  return {
    id: row.id,
    patientId: row.patientId,
    firstName: row.firstName,
    lastName: row.lastName,
    dateOfBirth: row.dateOfBirth,
    gender: row.gender,
    email: row.email ?? undefined,
    phone: opened('phone', row.phoneSealed),
    address: opened('address', row.addressSealed),
    language: row.language ?? undefined,
    createdAt: row.createdAt.toISOString(),
    examType: row.examType ?? undefined,
    examCount: row.examCount,
  };
}
