import { type ExamType, type ExamWithPatient, limits, sentences } from '@medcloud/contract';
import { fieldFault } from '@medcloud/contract/faults';
import type { Reader } from '../../platform/db/database.ts';
import { likeWords } from '../../platform/db/like-words.ts';
import { startOfDay } from '../../platform/kit/days.ts';
import { isUuid } from '../../platform/kit/ids.ts';
import type { CenterScope } from '../authorization/scope.ts';
import { exactName } from '../patients/exact-name.ts';
import { countExactly } from '../patients/store.ts';
import type { Portal } from '../portal/portal.ts';
import { dayAfter } from '../subscriptions/effective.ts';
import { showExamWithPatient } from './show.ts';
import { countExams, type ExamRow, findExamPlace, type HistoryFilter, listExams, type Whose } from './store.ts';

export interface HistoryQuery {
  examType?: ExamType | undefined;
  patientSearch?: string | undefined;
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

/** A center's exams, newest upload first, by type, day and patient. */
export async function listHistory(portal: Portal, scope: CenterScope, query: HistoryQuery): Promise<History> {
  const limit = query.limit ?? limits.listDefault;
  const { timeZone } = portal.settings;
  return await portal.db.within(scope, async (tx) => {
    const filter: HistoryFilter = {
      examType: query.examType ?? null,
      from: query.dateFrom === undefined ? null : startOfDay(timeZone, query.dateFrom),
      to: query.dateTo === undefined ? null : startOfDay(timeZone, dayAfter(query.dateTo)),
      after: query.cursor === undefined ? null : await readCursor(tx, scope, query.cursor),
      limit: limit + 1,
    };
    const { rows, total } = await findRows(portal, tx, scope, query.patientSearch?.trim() ?? '', filter);
    const shown = rows.slice(0, limit);
    return {
      exams: shown.map((row) => showExamWithPatient(row, portal.keys)),
      total,
      cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  });
}

async function readCursor(tx: Reader, scope: CenterScope, cursor: string) {
  const place = isUuid(cursor) ? await findExamPlace(tx, scope.centerId, cursor) : null;
  if (place === null) throw fieldFault('cursor', sentences.cursorInvalid);
  return place;
}

async function findRows(
  portal: Portal,
  tx: Reader,
  scope: CenterScope,
  search: string,
  filter: HistoryFilter,
): Promise<{ rows: ExamRow[]; total: number }> {
  const { centerId } = scope;
  const whose = await whoseExams(portal, tx, centerId, search);
  if (whose === 'nobody') return { rows: [], total: 0 };
  return { rows: await listExams(tx, centerId, whose, filter), total: await countExams(tx, centerId, whose, filter) };
}

/** Everybody's without a search, those of the patients that it names exactly, else of those whose name matches. */
async function whoseExams(portal: Portal, tx: Reader, centerId: string, search: string): Promise<Whose | 'nobody'> {
  if (search === '') return 'everybody';
  const exactly = exactName(portal, search);
  if (exactly !== null && (await countExactly(tx, centerId, exactly)) > 0) return { exactly };
  const words = likeWords(search);
  return words.length === 0 ? 'nobody' : { words };
}
