import { Fault } from '@medcloud/contract/faults';
import type { Reader } from '../../platform/db/database.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import { type AccessFaultCode, getAccessFaultCode } from '../access/grants/access-fault-code.ts';
import { findLastGrantOnExam, findLastGrantOnStudy } from '../access/grants/reads.ts';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import type { RecentSeries } from '../imaging/cache/recent-series.ts';
import { type OpenSeries, openSeries, openStudy, type ReadContext } from '../imaging/open-series.ts';
import type { SeriesAddress } from '../imaging/reads.ts';
import { findExam, findExamOfStudy, type VisibleExam } from './reads.ts';

/** What an address names: a study, or what is within it; of one exam, or of the newest that holds it. */
export interface Address {
  readonly examId?: string;
  readonly study?: string;
  readonly series?: string;
  readonly instance?: string;
}

/** Refuses what can be no exam and no UID, as if it were not there. */
function checkAddress({ examId, study, series, instance }: Address): void {
  if (examId !== undefined && !isUuid(examId)) throw new Fault('not_found');
  // what can stand in an address of ours: the ingest makes a UID for whatever cannot
  for (const uid of [study, series, instance])
    if (uid !== undefined && !/^[0-9.]{1,64}$/.test(uid)) throw new Fault('not_found');
}

/** The exam that an address is served from; a refusal alike for what is not there and what is somebody else's. */
async function findServedExam(
  tx: Reader,
  scope: CenterScope | DoctorScope,
  { examId, study }: Address,
): Promise<VisibleExam | AccessFaultCode> {
  const found = await findVisibleExam(tx, scope, examId, study);
  if (found !== null) return found;
  if (scope.kind === 'center') return 'not_found';
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
 * The exam that an address is served from. Fails with `not_found` alike for what is not there and what is somebody else's;
 * with `access_expired` or `access_revoked` for a doctor who once held a grant on it.
 */
export async function getVisibleExam(
  { db }: Pick<AppContext, 'db'>,
  scope: CenterScope | DoctorScope,
  address: Address,
): Promise<VisibleExam> {
  checkAddress(address);
  const found = await db.read(scope, (tx) => findServedExam(tx, scope, address));
  if (typeof found === 'string') throw new Fault(found);
  return found;
}

/**
 * A series at its address, ready to be read; fails as `openExam` does. With `recent` its places may be some seconds old, and
 * are not read again; whether it may be looked at is asked anew either way.
 */
export async function openServedSeries(
  readContext: ReadContext & { readonly recent?: RecentSeries },
  scope: CenterScope | DoctorScope,
  address: Address & { readonly study: string; readonly series: string },
): Promise<OpenSeries> {
  checkAddress(address);
  const { study: studyUid, series: seriesUid } = address;
  const examId = address.examId ?? (await getVisibleExam(readContext.context, scope, address)).examId;
  const seriesAddress = { examId, studyUid, seriesUid };
  const known = await findRecentSeries(readContext, scope, seriesAddress);
  if (known !== null) return known;
  const series = await openSeries(readContext, scope, seriesAddress);
  readContext.recent?.set(scope, seriesAddress, series);
  return series;
}

/** A series whose places are known, if its exam may still be looked at. */
async function findRecentSeries(
  { context, recent }: Pick<ReadContext, 'context'> & { readonly recent?: RecentSeries },
  scope: CenterScope | DoctorScope,
  seriesAddress: SeriesAddress,
): Promise<OpenSeries | null> {
  const known = recent?.find(scope, seriesAddress);
  if (known === undefined) return null;
  const visibleExam = await context.db.read(scope, (tx) => findExam(tx, scope, seriesAddress.examId));
  return visibleExam && { ...known, row: { ...known.row, ...visibleExam } };
}

/** A study's series at their address, in their order, ready to be read; fails as `openExam` does. */
export async function openServedStudy(
  readContext: ReadContext,
  scope: CenterScope | DoctorScope,
  address: Address & { readonly study: string },
): Promise<OpenSeries[]> {
  const { examId } = await getVisibleExam(readContext.context, scope, address);
  return await openStudy(readContext, scope, { examId, studyUid: address.study });
}
