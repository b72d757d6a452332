import {
  type Exam,
  type ExamSummary,
  type ExamWithPatient,
  type ViewingFault,
  viewingFaults,
} from '@medcloud/contract';
import type { AppKeys } from '../keys/app-keys.ts';
import { unwrapPatientKey } from '../keys/patient-key.ts';
import { decryptColumn } from '../patients/encrypted-columns.ts';
import { parseMarks } from './marks.ts';
import { parseMismatch } from './patient-check/patient-mismatch.ts';
import type { ExamRow, SummaryRow } from './reads.ts';
import type { ScanFindings } from './scan-findings.ts';

/** Returns an exam as its center and the doctors with a grant see it. */
export function showExam(row: ExamRow, keys: AppKeys): Exam {
  return {
    id: row.id,
    patientId: row.patientId,
    examType: row.examType,
    examDate: row.examDate,
    referringPhysician: row.referringPhysician,
    notes: decryptField(row, keys, 'notes', row.encryptedNotes),
    fileName: row.fileName,
    fileSize: row.fileSize,
    sha256: row.sha256.toString('hex'),
    uploadedAt: row.uploadedAt.toISOString(),
    status: row.status,
    viewable: row.imagingState === 'ready',
    ...(row.imagingFault === null ? {} : { viewingFault: toViewingFault(row.imagingFault) }),
    summary: showSummary(row),
    ...showMismatch(row),
    ...showContent(row),
  };
}

/** Returns what an exam's files say about it; null until it is indexed. */
export function showSummary(row: SummaryRow): ExamSummary | null {
  const { seriesCount, imageCount } = row;
  if (seriesCount === null || imageCount === null) return null;
  return {
    description: row.studyDescription,
    bodyParts: row.bodyParts ?? [],
    modalities: row.modalities ?? [],
    laterality: row.laterality,
    seriesCount,
    imageCount,
    hasThumbnail: row.keySeriesUid !== null,
  };
}

/** Returns why an exam cannot be viewed; unknown causes are `unreadable`. */
function toViewingFault(fault: string): ViewingFault {
  return viewingFaults.find((known) => known === fault) ?? 'unreadable';
}

/** Returns how the file disagrees with the record, without the other persons it names. */
export function showMismatch({ statusReason }: Pick<ExamRow, 'statusReason'>): Pick<Exam, 'mismatch'> {
  const mismatch = parseMismatch(statusReason);
  return mismatch === undefined ? {} : { mismatch: { ...mismatch, patients: undefined } };
}

/** Returns what the exam's files carry, and whether they wait for the virus scanner. */
function showContent({ marks, scanState }: ExamRow): Pick<Exam, 'marks' | 'scan'> {
  const counts = parseMarks(marks);
  return {
    ...(Object.keys(counts).length === 0 ? {} : { marks: counts }),
    ...(scanState === 'waiting' || scanState === 'infected' ? { scan: scanState } : {}),
  };
}

/** Returns an exam for the center's history, with the patient, the center's own reason, and what the scanner found. */
export function showExamWithPatient(row: ExamRow, keys: AppKeys, findings: ScanFindings | undefined): ExamWithPatient {
  const { patientFirstName: firstName, patientLastName: lastName, patientId } = row;
  return {
    ...showExam(row, keys),
    mismatch: parseMismatch(row.statusReason),
    patient: { firstName, lastName, patientId },
    inDoubt: hasOpenMismatch(row),
    findings,
    changedAt: row.changedAt?.toISOString(),
    reason: decryptField(row, keys, 'reason', row.encryptedReason) ?? undefined,
  };
}

/** Returns whether a patient mismatch that the center has not confirmed hides the exam from doctors. */
export function hasOpenMismatch({
  status,
  isOpen,
  scanState,
  statusReason,
}: Pick<ExamRow, 'status' | 'isOpen' | 'scanState' | 'statusReason'>): boolean {
  if (status !== 'needs-attention' || isOpen) return false;
  return scanState !== 'infected' || parseMismatch(statusReason)?.confirmed === false;
}

function decryptField(
  row: ExamRow,
  keys: AppKeys,
  column: 'notes' | 'reason',
  encrypted: Buffer | null,
): string | null {
  if (encrypted === null) return null;
  return decryptColumn(unwrapPatientKey(keys, row.patientUuid, row.wrappedKey), row.patientUuid, column, encrypted);
}
