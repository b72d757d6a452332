import type { Patient } from '@medcloud/contract';
import type { AppKeys } from '../keys/app-keys.ts';
import { decryptFacts } from './patient-facts.ts';
import type { PatientRow } from './reads.ts';

/**
 * Returns a patient for the center's list, without the AMKA. Of the facts, those that the contract's shape names are
 * sent.
 */
export function showPatient(row: PatientRow, keys: AppKeys): Patient {
  const { amka: _, ...facts } = decryptFacts({ keys }, row);
  return {
    ...facts,
    ...(row.erasedAt === null ? {} : { firstName: '', lastName: '', erasedAt: row.erasedAt.toISOString() }),
    id: row.id,
    patientId: row.patientId,
    createdAt: row.createdAt.toISOString(),
    examType: row.examType ?? undefined,
    examCount: row.examCount,
  };
}
