import { Fault } from '@medcloud/contract/faults';
import type { Reader } from '../../platform/db/database.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import { type AccessRefusal, accessRefusal } from '../grants/access-refusal.ts';
import { findLastGrantOnExam, findLastGrantOnStudy } from '../grants/store.ts';
import { type OpenSeries, openSeries, openStudy, type Reading } from '../imaging/open-series.ts';
import type { SeriesAsked } from '../imaging/read-store.ts';
import type { RecentSeries } from '../imaging/recent-series.ts';
import type { Portal } from '../portal/portal.ts';
import { findExam, findExamOfStudy, type SeenExam } from './store.ts';

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
async function servedExam(
  tx: Reader,
  scope: CenterScope | DoctorScope,
  { examId, study }: Address,
): Promise<SeenExam | AccessRefusal> {
  const found = await findIn(tx, scope, examId, study);
  if (found !== null) return found;
  if (scope.kind === 'center') return 'not_found';
  return accessRefusal(await endedGrant(tx, scope, examId, study));
}

async function findIn(tx: Reader, scope: CenterScope | DoctorScope, examId?: string, studyUid?: string) {
  if (studyUid !== undefined)
    return await findExamOfStudy(tx, scope, { studyUid, ...(examId === undefined ? {} : { examId }) });
  return examId === undefined ? null : await findExam(tx, scope, examId);
}

async function endedGrant(tx: Reader, { doctorId }: DoctorScope, examId?: string, studyUid?: string) {
  if (examId !== undefined) return await findLastGrantOnExam(tx, doctorId, examId);
  return studyUid === undefined ? null : await findLastGrantOnStudy(tx, doctorId, studyUid);
}

/**
 * The exam that an address is served from. Fails with `not_found` alike for what is not there and what is somebody else's;
 * with `access_expired` or `access_revoked` for a doctor who once held a grant on it.
 */
export async function openExam(
  { db }: Pick<Portal, 'db'>,
  scope: CenterScope | DoctorScope,
  address: Address,
): Promise<SeenExam> {
  checkAddress(address);
  const found = await db.read(scope, (tx) => servedExam(tx, scope, address));
  if (typeof found === 'string') throw new Fault(found);
  return found;
}

/**
 * A series at its address, ready to be read; fails as `openExam` does. With `recent` its places may be some seconds old, and
 * are not read again; whether it may be looked at is asked anew either way.
 */
export async function openServedSeries(
  reading: Reading & { readonly recent?: RecentSeries },
  scope: CenterScope | DoctorScope,
  address: Address & { readonly study: string; readonly series: string },
): Promise<OpenSeries> {
  checkAddress(address);
  const { study: studyUid, series: seriesUid } = address;
  const examId = address.examId ?? (await openExam(reading.portal, scope, address)).examId;
  const asked = { examId, studyUid, seriesUid };
  const known = await openedRecently(reading, scope, asked);
  if (known !== null) return known;
  const series = await openSeries(reading, scope, asked);
  reading.recent?.keep(scope, asked, series);
  return series;
}

/** A series whose places are known, if its exam may still be looked at. */
async function openedRecently(
  { portal, recent }: Pick<Reading, 'portal'> & { readonly recent?: RecentSeries },
  scope: CenterScope | DoctorScope,
  asked: SeriesAsked,
): Promise<OpenSeries | null> {
  const known = recent?.find(scope, asked);
  if (known === undefined) return null;
  const seen = await portal.db.read(scope, (tx) => findExam(tx, scope, asked.examId));
  return seen && { ...known, row: { ...known.row, ...seen } };
}

/** A study's series at their address, in their order, ready to be read; fails as `openExam` does. */
export async function openServedStudy(
  reading: Reading,
  scope: CenterScope | DoctorScope,
  address: Address & { readonly study: string },
): Promise<OpenSeries[]> {
  const { examId } = await openExam(reading.portal, scope, address);
  return await openStudy(reading, scope, { examId, studyUid: address.study });
}
