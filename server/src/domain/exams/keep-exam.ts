import { createHash } from 'node:crypto';
import { dayIn, type Exam, type ExamUpload, sentences } from '@medcloud/contract';
import { Fault, fieldFault } from '@medcloud/contract/faults';
import type { Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids/ids.ts';
import { touchCenter } from '../accounts/holder-store.ts';
import { holdSession, isSignedIn } from '../accounts/session-store.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { Asking, CenterPerson } from '../authorization/who.ts';
import { openWrappedPatientKey, wrapObjectKey } from '../keys/patient-key.ts';
import { sealColumn } from '../patients/sealed-columns.ts';
import { findOwnPatient, type PatientOfCenter } from '../patients/store.ts';
import { announce } from '../portal/announce.ts';
import { enqueueImaging } from '../portal/imaging-jobs.ts';
import { once } from '../portal/once.ts';
import type { Portal } from '../portal/portal.ts';
import { checkDocumentType } from './check-document.ts';
import { confirmedBy, doubtAbout, isConfirmed, type PatientsFound, reasonOfDoubt } from './guard/doubt.ts';
import { patientsInFile } from './guard/patients-in-file.ts';
import type { ReceivedFile } from './receive-file.ts';
import { showExam } from './show.ts';
import { findDoctorsOfPatient, findExam, insertExam, insertObject } from './store.ts';

export interface KeptExam {
  exam: Exam;
  /** An earlier upload with the same Idempotency-Key made it; this one's file is not needed. */
  repeated: boolean;
}

/**
 * The center's own patient for whom an exam is meant; `not_found` alike for an unknown id and another center's,
 * `unauthenticated` where the session was ended since the upload began.
 */
export async function patientForExam(portal: Portal, scope: CenterScope, upload: ExamUpload): Promise<PatientOfCenter> {
  checkNotFuture(portal, upload);
  return await portal.db.within(scope, async (tx) => {
    const patient = await findOwnPatient(tx, scope.centerId, upload.patientId);
    if (patient === null) throw new Fault((await isSignedIn(tx)) ? 'not_found' : 'unauthenticated');
    if (upload.examDate < patient.dateOfBirth) throw fieldFault('examDate', sentences.examDateBeforeBirth);
    return patient;
  });
}

/**
 * Makes a received file the exam of a patient: exam, object, trace and announcement in one transaction, after which the
 * upload is acknowledged and never lost. Where the file names another patient, or several, the exam is held back from
 * doctors, unless the upload says why the differences are right: then it carries the mark. Where not all files were looked
 * at, doctors see it once they were. What `also` does with the new exam's id commits with it.
 */
export async function keepExam(
  portal: Portal,
  scope: CenterScope,
  asking: Asking<CenterPerson>,
  upload: ExamUpload,
  file: ReceivedFile & { fileName: string },
  also: (tx: Tx, examId: string) => Promise<void> = async () => undefined,
): Promise<KeptExam> {
  const patient = await patientForExam(portal, scope, upload);
  checkDocumentType(file.content, upload.examType);
  const found = await patientsInFile(portal, file);
  // before it commits: then somebody may index it at once
  if (file.zip !== null && file.seen.length > 0)
    portal.arrivals.keep(file.seal.objectId, { zip: file.zip, members: file.seen });
  const kept = await portal.db.within(scope, async (tx) => {
    if (!(await holdSession(tx, asking.who.sessionId))) throw new Fault('unauthenticated');
    const { id, repeated } = await once(tx, withContent(asking, upload, file), () =>
      addExam(portal, tx, scope, asking, upload, patient, { ...file, found }),
    );
    if (!repeated) await also(tx, id);
    const row = await findExam(tx, scope.centerId, id);
    if (row === null) throw new Error('An exam that was just kept is not there.');
    portal.crashPoint('before-commit');
    return { exam: showExam(row, portal.keys), repeated };
  });
  portal.crashPoint('after-commit');
  return kept;
}

/** A day after the operator's today leaves room for other zones. */
function checkNotFuture(portal: Portal, { examDate }: ExamUpload): void {
  const tomorrow = dayIn(portal.settings.timeZone, new Date(portal.clock.now().getTime() + 86_400_000));
  if (examDate > tomorrow) throw fieldFault('examDate', sentences.examDateFuture);
}

/** The key's request is the fields and the file's own hash: the same key with another file is a mistake. */
function withContent(asking: Asking<CenterPerson>, upload: ExamUpload, file: ReceivedFile): Asking<CenterPerson> {
  if (asking.idempotency === null) return asking;
  const hash = createHash('sha256').update(JSON.stringify(upload)).update(file.sha256).digest();
  return { ...asking, idempotency: { ...asking.idempotency, hash } };
}

async function addExam(
  portal: Portal,
  tx: Tx,
  scope: CenterScope,
  asking: Asking<CenterPerson>,
  upload: ExamUpload,
  patient: PatientOfCenter,
  file: ReceivedFile & { fileName: string; found: PatientsFound },
): Promise<string> {
  const { random, keys } = portal;
  const id = newId(portal.clock, random);
  const patientKey = openWrappedPatientKey(keys, patient.id, patient.wrappedKey);
  const sha256 = Buffer.from(file.sha256, 'hex');
  const doubt = await doubtAbout(tx, portal, patient, patientKey, file.found.patients);
  const confirmed = confirmedBy(upload);
  const isRight = doubt === null || isConfirmed(doubt, confirmed);
  const owner = { exam_id: id, center_id: scope.centerId, patient_id: patient.id };
  await insertExam(tx, {
    id,
    center_id: scope.centerId,
    patient_id: patient.id,
    exam_type: upload.examType,
    exam_date: upload.examDate,
    referring_physician: upload.referringPhysician ?? null,
    notes_sealed: sealColumn(patientKey, patient.id, 'notes', upload.notes, random),
    file_name: file.fileName,
    file_size: file.sizeBytes,
    content: file.content,
    sha256,
    status: isRight ? 'processing' : 'needs-attention',
    status_reason: doubt && reasonOfDoubt(doubt, isRight),
    confirmed_doubts: confirmed,
    awaits_comparison: !file.found.isAll,
    reason_sealed: sealColumn(patientKey, patient.id, 'reason', upload.mismatchReason, random),
    uploaded_by: asking.who.userId,
  });
  await insertObject(tx, {
    id: file.seal.objectId,
    ...owner,
    kind: 'original',
    wrapped_key: wrapObjectKey(patientKey, file.seal.key, file.seal.objectId, random),
    size_bytes: file.sizeBytes,
    sha256,
  });
  await record(tx, {
    event: 'exam_uploaded',
    ...askedBy(asking),
    patientId: patient.id,
    object: { kind: 'exam', id },
    examType: upload.examType,
    details: {
      sizeBytes: file.sizeBytes,
      sha256: file.sha256,
      ...(doubt && { doubt: doubt.cause, confirmed: isRight }),
    },
  });
  await touchCenter(tx, scope.centerId);
  await enqueueImaging(portal, tx, id);
  const doctors = await findDoctorsOfPatient(tx, [patient.id], upload.examType);
  await announce(tx, { kind: 'exam', ids: [id], to: { centers: [scope.centerId], doctors, admins: true } });
  return id;
}
