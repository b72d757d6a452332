import { createHash } from 'node:crypto';
import { type Exam, type ExamUpload, formatDay, issueCode } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import { sql } from 'kysely';
import { newId } from '../../../platform/ids/ids.ts';
import { findDoctorsOfPatient } from '../../access/reads.ts';
import { lockSession } from '../../accounts/sessions/lock-session.ts';
import { isSignedIn } from '../../accounts/sessions/reads.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { CenterPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { CenterScope } from '../../authorization/scope.ts';
import type { ScanStateName } from '../../core/column-values.ts';
import type { AppContext, TimeContext } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import { withIdempotency } from '../../core/with-idempotency.ts';
import type { Tx } from '../../database.ts';
import { unwrapPatientKey, wrapObjectKey } from '../../keys/patient-key.ts';
import { checkNotErased } from '../../patients/check-not-erased.ts';
import { encryptColumn } from '../../patients/encrypted-columns.ts';
import { lockAgainstErasure } from '../../patients/lock-patient.ts';
import { type CenterPatient, findOwnPatient } from '../../patients/reads.ts';
import { findPatientsInFile } from '../patient-check/find-patients-in-file.ts';
import {
  confirmedPointsOf,
  encodeMismatch,
  findMismatch,
  isConfirmed,
  type PatientsInFiles,
} from '../patient-check/patient-mismatch.ts';
import { findExam } from '../reads.ts';
import { showExam } from '../show.ts';
import { insertExam, insertObject } from '../store.ts';
import { checkDocumentType } from './check-document.ts';
import type { ReceivedFile } from './receive-file.ts';
import type { ZipUploadScanners } from './zip-upload-scanner.ts';

export interface ExamCreation {
  exam: Exam;
  /** An earlier upload with the same Idempotency-Key created it; this upload's file is not needed. */
  isRepeated: boolean;
}

/**
 * Returns the center's own patient for an exam. Throws the same `not_found` for an unknown ID and for another center's,
 * and `unauthenticated` if the session ended after the upload started.
 */
export async function getPatientForExam(
  context: TimeContext,
  scope: CenterScope,
  upload: ExamUpload,
): Promise<CenterPatient> {
  checkNotFuture(context, upload);
  return await context.db.within(scope, async (tx) => {
    const patient = await findOwnPatient(tx, scope.centerId, upload.patientId);
    if (patient === null) throw new Fault((await isSignedIn(tx)) ? 'not_found' : 'unauthenticated');
    checkNotErased(patient);
    if (upload.examDate < patient.dateOfBirth) throw createFieldFault('examDate', issueCode('exam_date_before_birth'));
    return patient;
  });
}

/**
 * Creates the exam of a received file: exam, object, audit event and notification in one transaction. After the commit
 * the upload is acknowledged and durable.
 *
 * If the file names other patients, doctors do not see the exam, unless the upload gives a reason for the differences:
 * then the exam is marked as confirmed. If some files were not compared, doctors see it once all are. `onCreated` runs
 * in the same transaction with the new exam's id.
 */
export async function createExam(
  context: Pick<
    AppContext,
    'db' | 'objects' | 'events' | 'keys' | 'clock' | 'random' | 'reachFaultPoint' | 'settings'
  > & { readonly zipScanners: Pick<ZipUploadScanners, 'addScanned'> },
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  upload: ExamUpload,
  file: ReceivedFile & { fileName: string },
  onCreated: (tx: Tx, examId: string) => Promise<void> = async () => undefined,
): Promise<ExamCreation> {
  const patient = await getPatientForExam(context, scope, upload);
  checkDocumentType(file.content, upload.examType);
  const patientsInFiles = await findPatientsInFile(context, file);
  // before the commit: after it, a worker may index the exam at once
  if (file.zip !== null && file.scannedMembers.length > 0)
    context.zipScanners.addScanned(file.objectKey.objectId, { zip: file.zip, members: file.scannedMembers });
  const creation = await context.db.within(scope, async (tx) => {
    if (!(await lockSession(tx, request.principal.sessionId))) throw new Fault('unauthenticated');
    const { id, isRepeated } = await withIdempotency(tx, withFileHash(request, upload, file), () =>
      addExam(context, tx, scope, request, upload, patient, { ...file, patientsInFiles }),
    );
    if (!isRepeated) await onCreated(tx, id);
    const row = await findExam(tx, scope.centerId, id);
    if (row === null) throw new Error('The exam that was just created does not exist.');
    context.reachFaultPoint('before-commit');
    return { exam: showExam(row, context.keys), isRepeated };
  });
  context.reachFaultPoint('after-commit');
  return creation;
}

// another node may have a scanner: then the exam waits for it
const scanStateWithoutScanner = sql<ScanStateName>`CASE WHEN is_scanner_seen() THEN 'waiting' ELSE 'none' END`;

/** Allows one day after the operator's today, for other time zones. */
function checkNotFuture(context: Pick<AppContext, 'clock' | 'settings'>, { examDate }: ExamUpload): void {
  const tomorrow = formatDay(context.settings.timeZone, new Date(context.clock.now().getTime() + 86_400_000));
  if (examDate > tomorrow) throw createFieldFault('examDate', issueCode('exam_date_future'));
}

/**
 * Hashes the fields and the file's SHA-256 as the request of an idempotency key, so the same key with another file
 * fails.
 */
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
  context: Pick<AppContext, 'events' | 'keys' | 'clock' | 'random' | 'settings'>,
  tx: Tx,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  upload: ExamUpload,
  patient: CenterPatient,
  file: ReceivedFile & { fileName: string; patientsInFiles: PatientsInFiles },
): Promise<string> {
  const { random, keys, settings } = context;
  const id = newId(context.clock, random);
  // the patient was read before this transaction
  await lockAgainstErasure(tx, scope.centerId, patient.id);
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
    scan_state: settings.scanner === null ? scanStateWithoutScanner : 'waiting',
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
  await context.events.emit(tx, 'exam_stored', { examId: id, centerId: scope.centerId });
  const doctors = await findDoctorsOfPatient(tx, [patient.id], upload.examType);
  await notifyClients(tx, { kind: 'exam', ids: [id], to: { centers: [scope.centerId], doctors, admins: true } });
  return id;
}
