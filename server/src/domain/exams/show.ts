import { type Exam, type ExamWithPatient, type ViewingFault, viewingFaults } from '@medcloud/contract';
import { openWrappedPatientKey } from '../keys/patient-key.ts';
import type { PortalKeys } from '../keys/portal-keys.ts';
import { openColumn } from '../patients/sealed-columns.ts';
import { mismatchOf } from './guard/doubt.ts';
import type { ExamRow } from './store.ts';

/** An exam as its center and the doctors with a grant see it. */
export function showExam(row: ExamRow, keys: PortalKeys): Exam {
  return {
    id: row.id,
    patientId: row.patientId,
    examType: row.examType,
    examDate: row.examDate,
    referringPhysician: row.referringPhysician,
    notes: opened(row, keys, 'notes', row.notesSealed),
    fileName: row.fileName,
    fileSize: row.fileSize,
    sha256: row.sha256.toString('hex'),
    uploadedAt: row.uploadedAt.toISOString(),
    status: row.status,
    viewable: row.imagingState === 'ready',
    ...(row.imagingFault === null ? {} : { viewingFault: shownFault(row.imagingFault) }),
    ...shownMismatch(row),
  };
}

/** Why it cannot be viewed; whatever is not told apart is `unreadable`. */
function shownFault(fault: string): ViewingFault {
  return viewingFaults.find((known) => known === fault) ?? 'unreadable';
}

/** Where the file disagrees with the record, without the other persons whom it names. */
function shownMismatch({ statusReason }: ExamRow): Pick<Exam, 'mismatch'> {
  const mismatch = mismatchOf(statusReason);
  return mismatch === undefined ? {} : { mismatch: { ...mismatch, patients: undefined } };
}

/** A line of the center's history: with the patient, and with what the center itself wrote about it. */
export function showExamWithPatient(row: ExamRow, keys: PortalKeys): ExamWithPatient {
  const { patientFirstName: firstName, patientLastName: lastName, patientId } = row;
  return {
    ...showExam(row, keys),
    mismatch: mismatchOf(row.statusReason),
    patient: { firstName, lastName, patientId },
    inDoubt: row.status === 'needs-attention' && !row.isOpen,
    changedAt: row.changedAt?.toISOString(),
    reason: opened(row, keys, 'reason', row.reasonSealed) ?? undefined,
  };
}

function opened(row: ExamRow, keys: PortalKeys, column: 'notes' | 'reason', sealed: Buffer | null): string | null {
  if (sealed === null) return null;
  return openColumn(openWrappedPatientKey(keys, row.patientUuid, row.wrappedKey), row.patientUuid, column, sealed);
}
