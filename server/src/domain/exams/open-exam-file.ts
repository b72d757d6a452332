import type { DownloadContent } from '@medcloud/contract/choices';
import { Fault } from '@medcloud/contract/faults';
import { download } from '@medcloud/contract/routes/portal';
import type { ObjectKey } from '../../platform/blobs/container.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import { type AccessFaultCode, getAccessFaultCode } from '../access/grants/access-fault-code.ts';
import { findLastGrantOnExam } from '../access/grants/reads.ts';
import { hasSessionExpired } from '../accounts/sessions/reads.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { Authorization } from '../authorization/authorize.ts';
import type { CenterPrincipal, DoctorPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope, DoctorScope, ViewerScope } from '../authorization/scope.ts';
import { isEffective } from '../billing/subscriptions/subscription-period.ts';
import type { ExamContentName } from '../core/column-values.ts';
import { type AppContext, type TimeContext, today } from '../core/context.ts';
import type { Reader } from '../database.ts';
import { findDoctor } from '../doctors/reads.ts';
import type { AppKeys } from '../keys/app-keys.ts';
import { unwrapObjectKey, unwrapPatientKey } from '../keys/patient-key.ts';
import { checkDownloadChoice, type DownloadChoice } from './check-download-choice.ts';
import { checkDownloadLimit } from './check-download-limit.ts';
import type { DownloadEvent } from './log-download-end.ts';
import { hasMarks } from './marks.ts';
import { findContents, isExamErased } from './reads.ts';
import { findOriginalOfCenter, findOriginalOfDoctor, findOriginalOfPatient, type StoredOriginal } from './store.ts';

/** An exam's file, ready to be streamed. */
export interface ExamFile {
  examId: string;
  objectKey: ObjectKey;
  content: ExamContentName;
  sizeBytes: number;
  fileName: string;
  /** Some of its files could start something, or could not be inspected. */
  hasMarks: boolean;
  /** In hex. */
  sha256: string;
  downloadEvent: DownloadEvent;
}

/**
 * Opens an exam's file for its center, or for a doctor under an active grant. Records the audit event before the first
 * byte leaves if `shouldLog` returns true: it is false if no bytes are sent or if a download resumes. Throws the same
 * `not_found` for an unknown and a foreign exam; `access_expired` or `access_revoked` for a doctor whose grant has
 * ended; `patient_erased` for its center; `rate_limited` for a doctor's 501st download in 24 hours; and as `checkDownloadChoice` does.
 */
export async function openExamFile(
  context: Pick<AppContext, 'db' | 'keys' | 'clock' | 'random'>,
  scope: CenterScope | DoctorScope,
  request: RequestContext,
  { examId, ...choice }: DownloadChoice & { examId: string },
  shouldLog: (file: Pick<ExamFile, 'examId' | 'sha256' | 'sizeBytes' | 'downloadEvent'>) => boolean,
): Promise<ExamFile> {
  if (!isUuid(examId)) throw new Fault('not_found');
  const { content } = choice;
  const result = await context.db.within(scope, async (tx) => {
    const original = await findVisible(tx, scope, examId);
    if (typeof original === 'string') return original;
    checkDownloadChoice(scope, original, choice);
    const downloadEvent = toDownloadEvent(original, content);
    const { sizeBytes } = original;
    if (shouldLog({ examId, sha256: original.sha256.toString('hex'), sizeBytes, downloadEvent })) {
      if (scope.kind === 'doctor') await checkDownloadLimit(context, tx, scope.doctorId);
      await record(tx, { event: 'exam_downloaded', ...toAuditFields(request), ...downloadEvent });
    }
    return original;
  });
  if (typeof result === 'string') throw new Fault(result);
  return toExamFile(result, context.keys, content);
}

/** Opens an exam's file without recording anything: for what describes a download. Throws as `openExamFile` does. */
export async function findExamFile(
  context: Pick<AppContext, 'db' | 'keys'>,
  scope: ViewerScope,
  { examId, ...choice }: DownloadChoice & { examId: string },
): Promise<ExamFile & { contents: ObjectKey | null }> {
  if (!isUuid(examId)) throw new Fault('not_found');
  const result = await context.db.read(scope, async (tx) => {
    const original = await findVisible(tx, scope, examId);
    return typeof original === 'string' ? original : { original, contents: await findContents(tx, examId) };
  });
  if (typeof result === 'string') throw new Fault(result);
  const { original, contents } = result;
  checkDownloadChoice(scope, original, choice);
  return {
    ...toExamFile(original, context.keys, choice.content),
    contents: contents && toObjectKey(original, context.keys, contents),
  };
}

type OpenFaultCode = AccessFaultCode | 'patient_erased';

async function findVisible(tx: Reader, scope: ViewerScope, examId: string): Promise<VisibleOriginal | OpenFaultCode> {
  switch (scope.kind) {
    case 'center':
      return await findForCenter(tx, scope, examId);
    case 'doctor':
      return await findForDoctor(tx, scope, examId);
    case 'own':
      return (await findOriginalOfPatient(tx, examId)) ?? 'not_found';
  }
}

type VisibleOriginal = StoredOriginal & { grantId?: string; publicPatientId?: string };

async function findForCenter(tx: Reader, scope: CenterScope, examId: string): Promise<VisibleOriginal | OpenFaultCode> {
  const original = await findOriginalOfCenter(tx, scope.centerId, examId);
  return original ?? ((await isExamErased(tx, scope.centerId, examId)) ? 'patient_erased' : 'not_found');
}

async function findForDoctor(tx: Reader, scope: DoctorScope, examId: string): Promise<VisibleOriginal | OpenFaultCode> {
  const original = await findOriginalOfDoctor(tx, scope.doctorId, examId);
  return original ?? getAccessFaultCode(await findLastGrantOnExam(tx, scope.doctorId, examId));
}

function toExamFile(original: VisibleOriginal, keys: AppKeys, download: DownloadContent): ExamFile {
  const { examId, content, fileName, sizeBytes, marks } = original;
  return {
    examId,
    objectKey: toObjectKey(original, keys, { id: original.objectId, wrappedKey: original.wrappedObjectKey }),
    content,
    fileName,
    hasMarks: hasMarks(marks),
    sizeBytes,
    sha256: original.sha256.toString('hex'),
    downloadEvent: toDownloadEvent(original, download),
  };
}

function toObjectKey(
  { patientUuid, wrappedPatientKey }: VisibleOriginal,
  keys: AppKeys,
  { id, wrappedKey }: { id: string; wrappedKey: Buffer },
): ObjectKey {
  const patientKey = unwrapPatientKey(keys, patientUuid, wrappedPatientKey);
  return { objectId: id, keyId: id, key: unwrapObjectKey(patientKey, wrappedKey, id) };
}

function toDownloadEvent(
  { examId, centerId, patientUuid, examType, grantId, publicPatientId }: VisibleOriginal,
  content: DownloadContent,
): DownloadEvent {
  return {
    centerId,
    patientId: patientUuid,
    object: { kind: 'exam', id: examId },
    examType,
    ...(grantId === undefined ? {} : { purpose: grantId }),
    details: { content, ...(publicPatientId === undefined ? {} : { patientId: publicPatientId }) },
  };
}

/**
 * Repeats the route's authorization while a long download runs, as for a new request. The session's idle limit does not
 * apply, because a download may outlast it. Throws the fault that the request would get.
 */
export async function checkStillAllowed(
  context: TimeContext,
  authorization: Authorization,
  scope: CenterScope | DoctorScope,
  principal: CenterPrincipal | DoctorPrincipal,
  examId: string,
): Promise<void> {
  await context.db.read(scope, async (tx) => {
    const original = await findVisible(tx, scope, examId);
    if (typeof original === 'string') throw new Fault(original);
    if (await hasSessionExpired(tx, principal.sessionId)) throw new Fault('unauthenticated');
    if (principal.kind === 'doctor') authorization.authorize(download, await refreshPrincipal(tx, context, principal));
  });
}

async function refreshPrincipal(
  tx: Reader,
  context: Pick<AppContext, 'clock' | 'settings'>,
  principal: DoctorPrincipal,
): Promise<DoctorPrincipal> {
  const doctor = await findDoctor(tx, principal.doctorId);
  if (doctor === null) throw new Fault('unauthenticated');
  return {
    ...principal,
    isVerified: doctor.state === 'verified',
    isSubscribed: isEffective(doctor.subscription, today(context)),
  };
}
