import {
  type ExamType,
  type ExamWithPatient,
  type ListedStatus,
  limits,
  normalizePatientId,
  sentences,
} from '@medcloud/contract';
import { fieldFault } from '@medcloud/contract/faults';
import type { Reader } from '../../platform/db/database.ts';
import { likeWords, limitSearch } from '../../platform/db/like-words.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import { startOfDay } from '../../platform/time/days.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { Asking, CenterPerson } from '../authorization/who.ts';
import { exactName } from '../patients/exact-name.ts';
import { countExactly } from '../patients/store.ts';
import type { Portal } from '../portal/portal.ts';
import { dayAfter } from '../subscriptions/effective.ts';
import { countExams, findExamPlace, type HistoryFilter, listExams, type Whose } from './history-store.ts';
import { showExamWithPatient } from './show.ts';

export interface HistoryQuery {
  examType?: ExamType | undefined;
  status?: ListedStatus | undefined;
  patientSearch?: string | undefined;
  /** Exactly one patient, by public id; a search then counts for nothing. */
  patientId?: string | undefined;
  /** Exactly one exam, whatever its status; no filter counts then. */
  id?: string | undefined;
  /** Days of the upload in the operator's time zone, both inclusive. */
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface History {
  exams: ExamWithPatient[];
  total: number;
  cursor: string | null;
}

/** A center's exams, newest upload first, by type, status, day and patient. It names patients, so that it was read is traced. */
export async function listHistory(
  portal: Portal,
  scope: CenterScope,
  asking: Asking<CenterPerson>,
  query: HistoryQuery,
): Promise<History> {
  return await portal.db.within(scope, async (tx) => {
    if (query.patientSearch) await limitSearch(tx);
    const history = await readHistory(portal, tx, scope, query);
    const { total, exams } = history;
    const details = { matches: total, shown: exams.length, ...(asking.background ? { background: true } : {}) };
    await record(tx, { event: 'exams_listed', ...askedBy(asking), details });
    return history;
  });
}

async function readHistory(portal: Portal, tx: Reader, scope: CenterScope, query: HistoryQuery): Promise<History> {
  const limit = query.limit ?? limits.listDefault;
  const whose = await whoseExams(portal, tx, scope.centerId, query);
  if (whose === 'nobody') return { exams: [], total: 0, cursor: null };
  const after = await readCursor(tx, scope, query.cursor);
  // one row more than asked for tells whether there is a next page
  const filter: HistoryFilter = { ...filterOf(portal, query), after, limit: limit + 1 };
  const rows = await listExams(tx, scope.centerId, whose, filter);
  const shown = rows.slice(0, limit);
  return {
    exams: shown.map((row) => showExamWithPatient(row, portal.keys)),
    total: await countExams(tx, scope.centerId, whose, filter),
    cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

function filterOf({ settings }: Portal, query: HistoryQuery): Omit<HistoryFilter, 'after' | 'limit'> {
  const { timeZone } = settings;
  return {
    examType: query.examType ?? null,
    status: query.status ?? null,
    from: query.dateFrom === undefined ? null : startOfDay(timeZone, query.dateFrom),
    to: query.dateTo === undefined ? null : startOfDay(timeZone, dayAfter(query.dateTo)),
  };
}

async function readCursor(tx: Reader, scope: CenterScope, cursor: string | undefined) {
  if (cursor === undefined) return null;
  const place = isUuid(cursor) ? await findExamPlace(tx, scope.centerId, cursor) : null;
  if (place === null) throw fieldFault('cursor', sentences.cursorInvalid);
  return place;
}

/** Whom a query asks for: one exam, one patient, those that its search names exactly, or those whose name matches. */
async function whoseExams(
  portal: Portal,
  tx: Reader,
  centerId: string,
  query: HistoryQuery,
): Promise<Whose | 'nobody'> {
  if (query.id !== undefined) return isUuid(query.id) ? { id: query.id } : 'nobody';
  if (query.patientId !== undefined) {
    const patientId = normalizePatientId(query.patientId);
    return patientId === null ? 'nobody' : { exactly: { patientId, phone: null, amka: null } };
  }
  const search = query.patientSearch?.trim() ?? '';
  if (search === '') return 'everybody';
  const exactly = exactName(portal, search);
  if (exactly !== null && (await countExactly(tx, centerId, exactly)) > 0) return { exactly };
  const words = likeWords(search);
  return words.length === 0 ? 'nobody' : { words };
}
