import type { Patient } from '@medcloud/contract';
import type { AppKeys } from '../keys/app-keys.ts';
import { decryptFacts } from './patient-facts.ts';
import type { PatientRow } from './store.ts';

/** Returns a patient for the center's list, without the AMKA. */
export function showPatient(row: PatientRow, keys: AppKeys): Patient {
  const { phone, address } = decryptFacts({ keys }, row);
  return {
    id: row.id,
    patientId: row.patientId,
    firstName: row.firstName,
    lastName: row.lastName,
    dateOfBirth: row.dateOfBirth,
    gender: row.gender,
    email: row.email ?? undefined,
    phone: phone ?? undefined,
    address: address ?? undefined,
    language: row.language ?? undefined,
    createdAt: row.createdAt.toISOString(),
    examType: row.examType ?? undefined,
    examCount: row.examCount,
  };
}
