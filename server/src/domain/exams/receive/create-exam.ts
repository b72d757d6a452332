import { createHash } from 'node:crypto';
import { type Exam, type ExamUpload, formatDay, validationMessages } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import type { Tx } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids/ids.ts';
import { touchCenter } from '../../accounts/account-holder.ts';
import { isSignedIn, lockSession } from '../../accounts/sessions/store.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { CenterPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { CenterScope } from '../../authorization/scope.ts';
import type { AppContext } from '../../core/context.ts';
import { enqueueImaging } from '../../core/enqueue-imaging.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import { withIdempotency } from '../../core/with-idempotency.ts';
import { unwrapPatientKey, wrapObjectKey } from '../../keys/patient-key.ts';
import { encryptColumn } from '../../patients/encrypted-columns.ts';
import { type CenterPatient, findOwnPatient } from '../../patients/store.ts';
import { findPatientsInFile } from '../patient-check/find-patients-in-file.ts';
import {
  confirmedPointsOf,
  encodeMismatch,
  findMismatch,
  isConfirmed,
  type PatientsInFiles,
} from '../patient-check/patient-mismatch.ts';
import { showExam } from '../show.ts';
import { findDoctorsOfPatient, findExam, insertExam, insertObject } from '../store.ts';
import { checkDocumentType } from './check-document.ts';
import type { ReceivedFile } from './receive-file.ts';

export interface ExamCreation {
  exam: Exam;
  /** An earlier upload with the same Idempotency-Key made it; this one's file is not needed. */
  isRepeated: boolean;
}

/**
 * The center's own patient for whom an exam is meant; `not_found` alike for an unknown id and another center's,
 * `unauthenticated` where the session was ended since the upload began.
 */
export async function getPatientForExam(
  context: AppContext,
  scope: CenterScope,
  upload: ExamUpload,
): Promise<CenterPatient> {
  checkNotFuture(context, upload);
  return await context.db.within(scope, async (tx) => {
    const patient = await findOwnPatient(tx, scope.centerId, upload.patientId);
    if (patient === null) throw new Fault((await isSignedIn(tx)) ? 'not_found' : 'unauthenticated');
    if (upload.examDate < patient.dateOfBirth)
      throw createFieldFault('examDate', validationMessages.examDateBeforeBirth);
    return patient;
  });
}

/**
 * Makes a received file the exam of a patient: exam, object, trace and announcement in one transaction, after which the
 * upload is acknowledged and never lost. Where the file names another patient, or several, the exam is held back from
 * doctors, unless the upload says why the differences are right: then it carries the mark. Where not all files were looked
 * at, doctors see it once they were. What `also` does with the new exam's id commits with it.
 */
export async function createExam(
  context: AppContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  upload: ExamUpload,
  file: ReceivedFile & { fileName: string },
  onCreated: (tx: Tx, examId: string) => Promise<void> = async () => undefined,
): Promise<ExamCreation> {
  const patient = await getPatientForExam(context, scope, upload);
  checkDocumentType(file.content, upload.examType);
  const patientsInFiles = await findPatientsInFile(context, file);
  // before it commits: then somebody may index it at once
  if (file.zip !== null && file.scannedMembers.length > 0)
    context.zipScanners.addScanned(file.objectKey.objectId, { zip: file.zip, members: file.scannedMembers });
  const creation = await context.db.within(scope, async (tx) => {
    if (!(await lockSession(tx, request.principal.sessionId))) throw new Fault('unauthenticated');
    const { id, isRepeated } = await withIdempotency(tx, withFileHash(request, upload, file), () =>
      addExam(context, tx, scope, request, upload, patient, { ...file, patientsInFiles }),
    );
    if (!isRepeated) await onCreated(tx, id);
    const row = await findExam(tx, scope.centerId, id);
    if (row === null) throw new Error('An exam that was just kept is not there.');
    context.reachFaultPoint('before-commit');
    return { exam: showExam(row, context.keys), isRepeated };
  });
  context.reachFaultPoint('after-commit');
  return creation;
}

/** A day after the operator's today leaves room for other zones. */
function checkNotFuture(context: AppContext, { examDate }: ExamUpload): void {
  const tomorrow = formatDay(context.settings.timeZone, new Date(context.clock.now().getTime() + 86_400_000));
  if (examDate > tomorrow) throw createFieldFault('examDate', validationMessages.examDateFuture);
}

/** The key's request is the fields and the file's own hash: the same key with another file is a mistake. */
function withFileHash(
  request: RequestContext<CenterPrincipal>,
  upload: ExamUpload,
  file: ReceivedFile,
): RequestContext<CenterPrincipal> {
  if (request.idempotency === null) return request;
  const hash = createHash('sha256').update(JSON.stringify(upload)).update(file.sha256).digest();
  return { ...request, idempotency: { ...request.idempotency, hash } };
}

async function addExam(
  context: AppContext,
  tx: Tx,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  upload: ExamUpload,
  patient: CenterPatient,
  file: ReceivedFile & { fileName: string; patientsInFiles: PatientsInFiles },
): Promise<string> {
  const { random, keys } = context;
  const id = newId(context.clock, random);
  const patientKey = unwrapPatientKey(keys, patient.id, patient.wrappedKey);
  const sha256 = Buffer.from(file.sha256, 'hex');
  const mismatch = await findMismatch(tx, context, patient, patientKey, file.patientsInFiles.patients);
  const confirmedPoints = confirmedPointsOf(upload);
  const isAccepted = mismatch === null || isConfirmed(mismatch, confirmedPoints);
  const owner = { exam_id: id, center_id: scope.centerId, patient_id: patient.id };
  await insertExam(tx, {
    id,
    center_id: scope.centerId,
    patient_id: patient.id,
    exam_type: upload.examType,
    exam_date: upload.examDate,
    referring_physician: upload.referringPhysician ?? null,
    notes_sealed: encryptColumn(patientKey, patient.id, 'notes', upload.notes, random),
    file_name: file.fileName,
    file_size: file.sizeBytes,
    content: file.content,
    sha256,
    status: isAccepted ? 'processing' : 'needs-attention',
    status_reason: mismatch && encodeMismatch(mismatch, isAccepted),
    confirmed_doubts: confirmedPoints,
    awaits_comparison: !file.patientsInFiles.isComplete,
    reason_sealed: encryptColumn(patientKey, patient.id, 'reason', upload.mismatchReason, random),
    uploaded_by: request.principal.userId,
  });
  await insertObject(tx, {
    id: file.objectKey.objectId,
    ...owner,
    kind: 'original',
    wrapped_key: wrapObjectKey(patientKey, file.objectKey.key, file.objectKey.objectId, random),
    size_bytes: file.sizeBytes,
    sha256,
  });
  await record(tx, {
    event: 'exam_uploaded',
    ...toAuditFields(request),
    patientId: patient.id,
    object: { kind: 'exam', id },
    examType: upload.examType,
    details: {
      sizeBytes: file.sizeBytes,
      sha256: file.sha256,
      ...(mismatch && { doubt: mismatch.cause, confirmed: isAccepted }),
    },
  });
  await touchCenter(tx, scope.centerId);
  await enqueueImaging(context, tx, id);
  const doctors = await findDoctorsOfPatient(tx, [patient.id], upload.examType);
  await notifyClients(tx, { kind: 'exam', ids: [id], to: { centers: [scope.centerId], doctors, admins: true } });
  return id;
}
