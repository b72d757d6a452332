import { Fault } from '@medcloud/contract/faults';
import { download } from '@medcloud/contract/routes/portal';
import type { ObjectKey } from '../../platform/blobs/container.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import { type AccessFaultCode, getAccessFaultCode } from '../access/grants/access-fault-code.ts';
import { findLastGrantOnExam } from '../access/grants/reads.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { Authorization } from '../authorization/authorize.ts';
import type { CenterPrincipal, DoctorPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import { isEffective } from '../billing/subscriptions/subscription-period.ts';
import type { ExamContentName } from '../core/column-values.ts';
import { type AppContext, type TimeContext, today } from '../core/context.ts';
import type { Reader } from '../database.ts';
import { findDoctor } from '../doctors/reads.ts';
import type { AppKeys } from '../keys/app-keys.ts';
import { unwrapObjectKey, unwrapPatientKey } from '../keys/patient-key.ts';
import { checkDownloadLimit } from './check-download-limit.ts';
import type { DownloadEvent } from './log-download-end.ts';
import { findOriginalOfCenter, findOriginalOfDoctor, type StoredOriginal } from './store.ts';

/** An exam's file, ready to be streamed. */
export interface ExamFile {
  examId: string;
  objectKey: ObjectKey;
  content: ExamContentName;
  sizeBytes: number;
  /** In hex. */
  sha256: string;
  downloadEvent: DownloadEvent;
}

/**
 * Opens an exam's file for its center, or for a doctor under an active grant. Records the audit event before the first
 * byte leaves if `shouldLog` returns true: it is false if no bytes are sent or if a download resumes. Throws the same
 * `not_found` for an unknown and a foreign exam; `access_expired` or `access_revoked` for a doctor whose grant has
 * ended; `rate_limited` for a doctor's 501st download in 24 hours.
 */
export async function openExamFile(
  context: Pick<AppContext, 'db' | 'keys' | 'clock' | 'random'>,
  scope: CenterScope | DoctorScope,
  request: RequestContext,
  examId: string,
  shouldLog: (file: Pick<ExamFile, 'examId' | 'sha256' | 'sizeBytes'>) => boolean,
): Promise<ExamFile> {
  if (!isUuid(examId)) throw new Fault('not_found');
  const result = await context.db.within(scope, async (tx) => {
    const original =
      scope.kind === 'center' ? await findForCenter(tx, scope, examId) : await findForDoctor(tx, scope, examId);
    if (typeof original === 'string') return original;
    if (shouldLog({ examId, sha256: original.sha256.toString('hex'), sizeBytes: original.sizeBytes })) {
      if (scope.kind === 'doctor') await checkDownloadLimit(context, tx, scope.doctorId);
      await record(tx, { event: 'exam_downloaded', ...toAuditFields(request), ...toDownloadEvent(original) });
    }
    return original;
  });
  if (typeof result === 'string') throw new Fault(result);
  return toExamFile(result, context.keys);
}

type VisibleOriginal = StoredOriginal & { grantId?: string; publicPatientId?: string };

async function findForCenter(
  tx: Reader,
  scope: CenterScope,
  examId: string,
): Promise<VisibleOriginal | AccessFaultCode> {
  return (await findOriginalOfCenter(tx, scope.centerId, examId)) ?? 'not_found';
}

async function findForDoctor(
  tx: Reader,
  scope: DoctorScope,
  examId: string,
): Promise<VisibleOriginal | AccessFaultCode> {
  const original = await findOriginalOfDoctor(tx, scope.doctorId, examId);
  return original ?? getAccessFaultCode(await findLastGrantOnExam(tx, scope.doctorId, examId));
}

function toExamFile(original: VisibleOriginal, keys: AppKeys): ExamFile {
  const patientKey = unwrapPatientKey(keys, original.patientUuid, original.wrappedPatientKey);
  return {
    examId: original.examId,
    objectKey: {
      objectId: original.objectId,
      keyId: original.objectId,
      key: unwrapObjectKey(patientKey, original.wrappedObjectKey, original.objectId),
    },
    content: original.content,
    sizeBytes: original.sizeBytes,
    sha256: original.sha256.toString('hex'),
    downloadEvent: toDownloadEvent(original),
  };
}

function toDownloadEvent({
  examId,
  centerId,
  patientUuid,
  examType,
  grantId,
  publicPatientId,
}: VisibleOriginal): DownloadEvent {
  return {
    centerId,
    patientId: patientUuid,
    object: { kind: 'exam', id: examId },
    examType,
    ...(grantId === undefined ? {} : { purpose: grantId }),
    details: publicPatientId === undefined ? {} : { patientId: publicPatientId },
  };
}

/**
 * Repeats the route's authorization while a long download runs, as for a new request. The idle limit does not apply,
 * because a download may outlast it. Throws the fault that the request would get.
 */
export async function checkStillAllowed(
  context: TimeContext,
  authorization: Authorization,
  scope: CenterScope | DoctorScope,
  principal: CenterPrincipal | DoctorPrincipal,
  examId: string,
): Promise<void> {
  await context.db.read(scope, async (tx) => {
    const original =
      scope.kind === 'center' ? await findForCenter(tx, scope, examId) : await findForDoctor(tx, scope, examId);
    if (typeof original === 'string') throw new Fault(original);
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
