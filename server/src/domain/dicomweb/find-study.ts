import { Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../platform/ids/ids.ts';
import { type AccessFaultCode, getAccessFaultCode } from '../access/grants/access-fault-code.ts';
import { findLastGrantOnExam, findLastGrantOnStudy } from '../access/grants/reads.ts';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { VisibleExam } from '../authorization/visible-exam.ts';
import type { DbContext } from '../core/context.ts';
import type { Reader } from '../database.ts';
import { isExamErased } from '../exams/reads.ts';
import type { RecentSeries } from '../imaging/cache/recent-series.ts';
import { type OpenSeries, openSeries, openStudy, type ReadContext } from '../imaging/open-series.ts';
import type { SeriesAddress } from '../imaging/reads.ts';
import { findExam, findExamOfStudy } from './reads.ts';

/** A study, series or instance: of the named exam, or of the newest exam that contains the study. */
export interface Address {
  readonly examId?: string;
  readonly study?: string;
  readonly series?: string;
  readonly instance?: string;
}

/** Throws `not_found` for a malformed exam id or UID. */
function checkAddress({ examId, study, series, instance }: Address): void {
  if (examId !== undefined && !isUuid(examId)) throw new Fault('not_found');
  // only UIDs that our addresses can contain: indexing derives a new UID for any other
  for (const uid of [study, series, instance])
    if (uid !== undefined && !/^[0-9.]{1,64}$/.test(uid)) throw new Fault('not_found');
}

/**
 * Finds the exam that serves an address. Returns the same code for a missing exam and for one outside the scope;
 * `patient_erased` for the center's own exam of a patient who was erased, if the address names the exam.
 */
async function findServedExam(
  tx: Reader,
  scope: CenterScope | DoctorScope,
  { examId, study }: Address,
): Promise<VisibleExam | AccessFaultCode | 'patient_erased'> {
  const found = await findVisibleExam(tx, scope, examId, study);
  if (found !== null) return found;
  if (scope.kind === 'center')
    return examId !== undefined && (await isExamErased(tx, scope.centerId, examId)) ? 'patient_erased' : 'not_found';
  return getAccessFaultCode(await findEndedGrant(tx, scope, examId, study));
}

async function findVisibleExam(tx: Reader, scope: CenterScope | DoctorScope, examId?: string, studyUid?: string) {
  if (studyUid !== undefined)
    return await findExamOfStudy(tx, scope, { studyUid, ...(examId === undefined ? {} : { examId }) });
  return examId === undefined ? null : await findExam(tx, scope, examId);
}

async function findEndedGrant(tx: Reader, { doctorId }: DoctorScope, examId?: string, studyUid?: string) {
  if (examId !== undefined) return await findLastGrantOnExam(tx, doctorId, examId);
  return studyUid === undefined ? null : await findLastGrantOnStudy(tx, doctorId, studyUid);
}

/**
 * Returns the exam that serves an address. Throws the same `not_found` for a missing exam and for one outside the
 * scope. Throws `access_expired` or `access_revoked` for a doctor whose grant on it has ended, `patient_erased` for the
 * center's own exam of a patient who was erased.
 */
export async function getVisibleExam(
  { db }: DbContext,
  scope: CenterScope | DoctorScope,
  address: Address,
): Promise<VisibleExam> {
  checkAddress(address);
  const found = await db.read(scope, (tx) => findServedExam(tx, scope, address));
  if (typeof found === 'string') throw new Fault(found);
  return found;
}

/** Where a series may be read from: opened anew, or with `recent` as the session opened it some seconds before. */
export interface ServedReadContext extends ReadContext {
  readonly recent?: RecentSeries;
  /** The exam that the request's session may view, if the statement that found the session asked for it. */
  readonly checkedExam?: VisibleExam | undefined;
}

/**
 * Opens a series at its address for reading. Throws as `getVisibleExam` does. With `recent`, the positions may be some
 * seconds old and are not read again. Access is checked every time.
 */
export async function openServedSeries(
  readContext: ServedReadContext,
  scope: CenterScope | DoctorScope,
  address: Address & { readonly study: string; readonly series: string },
): Promise<OpenSeries> {
  checkAddress(address);
  const { study: studyUid, series: seriesUid } = address;
  const examId = address.examId ?? (await getVisibleExam(readContext.context, scope, address)).examId;
  const seriesAddress = { examId, studyUid, seriesUid };
  const known = await findRecentSeries(readContext, scope, seriesAddress);
  if (known !== null) return known;
  const open = () => openSeries(readContext, scope, seriesAddress);
  return await (readContext.recent?.open(scope, seriesAddress, open) ?? open());
}

/** Returns a series whose positions are cached, if the scope may still view its exam. */
async function findRecentSeries(
  { context, recent, checkedExam }: Omit<ServedReadContext, 'caches'>,
  scope: CenterScope | DoctorScope,
  seriesAddress: SeriesAddress,
): Promise<OpenSeries | null> {
  // if another request could not open it, this one gets its own reason
  const known = await recent?.find(scope, seriesAddress)?.catch(() => undefined);
  if (known === undefined) return null;
  const visibleExam =
    checkedExam?.examId === seriesAddress.examId
      ? checkedExam
      : await context.db.read(scope, (tx) => findExam(tx, scope, seriesAddress.examId));
  return visibleExam && { ...known, row: { ...known.row, ...visibleExam } };
}

/** Opens all series of a study at its address for reading, in their order. Throws as `getVisibleExam` does. */
export async function openServedStudy(
  readContext: ReadContext,
  scope: CenterScope | DoctorScope,
  address: Address & { readonly study: string },
): Promise<OpenSeries[]> {
  const { examId } = await getVisibleExam(readContext.context, scope, address);
  return await openStudy(readContext, scope, { examId, studyUid: address.study });
}
