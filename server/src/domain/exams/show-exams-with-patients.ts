import type { ExamWithPatient } from '@medcloud/contract';
import type { Reader } from '../database.ts';
import type { AppKeys } from '../keys/app-keys.ts';
import { unwrapObjectKey, unwrapPatientKey } from '../keys/patient-key.ts';
import { type ExamRow, listFindings } from './reads.ts';
import { decryptFindings, type ScanFindings } from './scan-findings.ts';
import { showExamWithPatient } from './show.ts';

/** Returns exams for their center. Reads what the virus scanner found only if one of them is infected. */
export async function showExamsWithPatients(
  tx: Reader,
  rows: readonly ExamRow[],
  keys: AppKeys,
): Promise<ExamWithPatient[]> {
  const infected = rows.filter(({ scanState }) => scanState === 'infected');
  const findings = infected.length === 0 ? undefined : await readFindings(tx, infected, keys);
  return rows.map((row) => showExamWithPatient(row, keys, findings?.get(row.id)));
}

async function readFindings(
  tx: Reader,
  infected: readonly ExamRow[],
  keys: AppKeys,
): Promise<Map<string, ScanFindings>> {
  const rowOf = new Map(infected.map((row) => [row.id, row]));
  const found = new Map<string, ScanFindings>();
  for (const { examId, encrypted, originalId, wrappedObjectKey } of await listFindings(tx, [...rowOf.keys()])) {
    const row = rowOf.get(examId);
    if (row === undefined) continue;
    const patientKey = unwrapPatientKey(keys, row.patientUuid, row.wrappedKey);
    found.set(examId, decryptFindings(unwrapObjectKey(patientKey, wrappedObjectKey, originalId), examId, encrypted));
  }
  return found;
}
