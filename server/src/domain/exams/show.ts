import type { Exam, ExamWithPatient } from '@medcloud/contract';
import { openWrappedPatientKey } from '../keys/patient-key.ts';
import type { PortalKeys } from '../keys/portal-keys.ts';
import { openColumn } from '../patients/sealed-columns.ts';
import type { ExamRow } from './store.ts';

/** An exam as its center and the doctors with a grant see it. */
export function showExam(row: ExamRow, keys: PortalKeys): Exam {
  const notes =
    row.notesSealed === null
      ? null
      : openColumn(
          openWrappedPatientKey(keys, row.patientUuid, row.wrappedKey),
          row.patientUuid,
          'notes',
          row.notesSealed,
        );
  return {
    id: row.id,
    patientId: row.patientId,
    examType: row.examType,
    examDate: row.examDate,
    referringPhysician: row.referringPhysician,
    notes,
    fileName: row.fileName,
    fileSize: row.fileSize,
    sha256: row.sha256.toString('hex'),
    uploadedAt: row.uploadedAt.toISOString(),
    status: row.status,
  };
}

/** A line of the center's history. */
export function showExamWithPatient(row: ExamRow, keys: PortalKeys): ExamWithPatient {
  const { patientFirstName: firstName, patientLastName: lastName, patientId } = row;
  return { ...showExam(row, keys), patient: { firstName, lastName, patientId } };
}
