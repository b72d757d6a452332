import { Fault } from '@medcloud/contract/faults';
import { download } from '@medcloud/contract/routes/portal';
import type { Seal } from '../../platform/blobs/container.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { ExamContentName } from '../../platform/db/imaging-schema.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { Authorization } from '../authorization/may.ts';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { Asking, CenterPerson, DoctorPerson } from '../authorization/who.ts';
import { findDoctor } from '../doctors/store.ts';
import { type AccessRefusal, accessRefusal } from '../grants/access-refusal.ts';
import { findLastGrantOnExam } from '../grants/store.ts';
import { openObjectKey, openWrappedPatientKey } from '../keys/patient-key.ts';
import type { PortalKeys } from '../keys/portal-keys.ts';
import { type Portal, today } from '../portal/portal.ts';
import { isEffective } from '../subscriptions/effective.ts';
import type { DownloadTrace } from './note-download-ended.ts';
import { findOriginalOfCenter, findOriginalOfDoctor, type StoredOriginal } from './store.ts';
import { takeDownload } from './take-download.ts';

/** An exam's file, ready to be streamed. */
export interface ExamFile {
  examId: string;
  seal: Seal;
  content: ExamContentName;
  sizeBytes: number;
  /** In hex. */
  sha256: string;
  trace: DownloadTrace;
}

/**
 * Opens an exam's file for its center, or for a doctor under a live grant, and writes the trace before the first byte
 * leaves, where `leavesTrace` says that bytes will, and not on from where this download was cut. Fails with `not_found`
 * alike for an unknown and a foreign exam; with `access_expired` or `access_revoked` for a doctor who once held a grant;
 * with `rate_limited` for a doctor's 501st of a day.
 */
export async function openExamFile(
  portal: Portal,
  scope: CenterScope | DoctorScope,
  asking: Asking,
  examId: string,
  leavesTrace: (file: Pick<ExamFile, 'examId' | 'sha256' | 'sizeBytes'>) => boolean,
): Promise<ExamFile> {
  if (!isUuid(examId)) throw new Fault('not_found');
  const found = await portal.db.within(scope, async (tx) => {
    const original = scope.kind === 'center' ? await ofCenter(tx, scope, examId) : await ofDoctor(tx, scope, examId);
    if (typeof original === 'string') return original;
    if (leavesTrace({ examId, sha256: original.sha256.toString('hex'), sizeBytes: original.sizeBytes })) {
      if (scope.kind === 'doctor') await takeDownload(portal, tx, scope.doctorId);
      await record(tx, { event: 'exam_downloaded', ...askedBy(asking), ...traceOf(original) });
    }
    return original;
  });
  if (typeof found === 'string') throw new Fault(found);
  return describe(found, portal.keys);
}

type Found = StoredOriginal & { grantId?: string; publicPatientId?: string };

async function ofCenter(tx: Reader, scope: CenterScope, examId: string): Promise<Found | AccessRefusal> {
  return (await findOriginalOfCenter(tx, scope.centerId, examId)) ?? 'not_found';
}

async function ofDoctor(tx: Reader, scope: DoctorScope, examId: string): Promise<Found | AccessRefusal> {
  const original = await findOriginalOfDoctor(tx, scope.doctorId, examId);
  return original ?? accessRefusal(await findLastGrantOnExam(tx, scope.doctorId, examId));
}

function describe(original: Found, keys: PortalKeys): ExamFile {
  const patientKey = openWrappedPatientKey(keys, original.patientUuid, original.wrappedPatientKey);
  return {
    examId: original.examId,
    seal: {
      objectId: original.objectId,
      keyId: original.objectId,
      key: openObjectKey(patientKey, original.wrappedObjectKey, original.objectId),
    },
    content: original.content,
    sizeBytes: original.sizeBytes,
    sha256: original.sha256.toString('hex'),
    trace: traceOf(original),
  };
}

function traceOf({ examId, centerId, patientUuid, examType, grantId, publicPatientId }: Found): DownloadTrace {
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
 * The route's own gate once more, while a long download runs: as a request now would meet it, but for the idle limit,
 * which a download outlasts. Fails with the fault that the request would get.
 */
export async function checkStillAllowed(
  portal: Pick<Portal, 'db' | 'clock' | 'settings'>,
  authorization: Authorization,
  scope: CenterScope | DoctorScope,
  who: CenterPerson | DoctorPerson,
  examId: string,
): Promise<void> {
  await portal.db.read(scope, async (tx) => {
    const original = scope.kind === 'center' ? await ofCenter(tx, scope, examId) : await ofDoctor(tx, scope, examId);
    if (typeof original === 'string') throw new Fault(original);
    if (who.kind === 'doctor') authorization.may(download, await asOfNow(tx, portal, who));
  });
}

async function asOfNow(
  tx: Reader,
  portal: Pick<Portal, 'clock' | 'settings'>,
  who: DoctorPerson,
): Promise<DoctorPerson> {
  const doctor = await findDoctor(tx, who.doctorId);
  if (doctor === null) throw new Fault('unauthenticated');
  return {
    ...who,
    isVerified: doctor.state === 'verified',
    isSubscribed: isEffective(doctor.subscription, today(portal)),
  };
}
