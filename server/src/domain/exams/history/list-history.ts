import {
  type ExamType,
  type ExamWithPatient,
  issueCode,
  type ListedStatus,
  limits,
  normalizePatientId,
} from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import { setSearchTimeout, toLikePatterns } from '../../../platform/db/queries/like-patterns.ts';
import { isUuid } from '../../../platform/ids/ids.ts';
import { dayAfter, startOfDay } from '../../../platform/time/days.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { CenterPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { CenterScope } from '../../authorization/scope.ts';
import type { AppContext } from '../../core/context.ts';
import type { Reader } from '../../database.ts';
import { parseExactSearch } from '../../patients/exact-search.ts';
import { countExactMatches } from '../../patients/reads.ts';
import { showExamsWithPatients } from '../show-exams-with-patients.ts';
import { countExams, type ExamSelection, findExamPosition, type HistoryFilter, listExams } from './reads.ts';

export interface HistoryQuery {
  examType?: ExamType | undefined;
  status?: ListedStatus | undefined;
  patientSearch?: string | undefined;
  /** Exactly one patient, by public ID; a search is ignored then. */
  patientId?: string | undefined;
  /** Exactly one exam, whatever its status; all filters are ignored then. */
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

/**
 * Lists a center's exams, newest upload first, by type, status, day and patient. The read is logged because the list
 * names patients.
 */
export async function listHistory(
  context: Pick<AppContext, 'db' | 'keys' | 'settings'>,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  query: HistoryQuery,
): Promise<History> {
  return await context.db.within(scope, async (tx) => {
    if (query.patientSearch) await setSearchTimeout(tx);
    const history = await readHistory(context, tx, scope, query);
    const { total, exams } = history;
    const details = { matches: total, shown: exams.length, ...(request.isBackground ? { background: true } : {}) };
    await record(tx, { event: 'exams_listed', ...toAuditFields(request), details });
    return history;
  });
}

async function readHistory(
  context: Pick<AppContext, 'keys' | 'settings'>,
  tx: Reader,
  scope: CenterScope,
  query: HistoryQuery,
): Promise<History> {
  const limit = query.limit ?? limits.listDefault;
  const selection = await resolveSelection(context, tx, scope.centerId, query);
  if (selection === 'none') return { exams: [], total: 0, cursor: null };
  const after = await readCursor(tx, scope, query.cursor);
  // one extra row shows whether there is a next page
  const filter: HistoryFilter = { ...filterOf(context, query), after, limit: limit + 1 };
  const rows = await listExams(tx, scope.centerId, selection, filter);
  const page = rows.slice(0, limit);
  return {
    exams: await showExamsWithPatients(tx, page, context.keys),
    total: await countExams(tx, scope.centerId, selection, filter),
    cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

function filterOf(
  { settings }: Pick<AppContext, 'settings'>,
  query: HistoryQuery,
): Omit<HistoryFilter, 'after' | 'limit'> {
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
  const position = isUuid(cursor) ? await findExamPosition(tx, scope.centerId, cursor) : null;
  if (position === null) throw createFieldFault('cursor', issueCode('cursor_invalid'));
  return position;
}

/** Returns the exams a query selects: one exam, one patient, exact matches of the search, or matching names. */
export async function resolveSelection(
  context: Pick<AppContext, 'keys'>,
  tx: Reader,
  centerId: string,
  query: Pick<HistoryQuery, 'id' | 'patientId' | 'patientSearch'>,
): Promise<ExamSelection | 'none'> {
  if (query.id !== undefined) return isUuid(query.id) ? { id: query.id } : 'none';
  if (query.patientId !== undefined) {
    const patientId = normalizePatientId(query.patientId);
    return patientId === null ? 'none' : { exact: { patientId, phone: null, amka: null } };
  }
  const search = query.patientSearch?.trim() ?? '';
  if (search === '') return 'all';
  const exact = parseExactSearch(context, search);
  if (exact !== null && (await countExactMatches(tx, centerId, exact)) > 0) return { exact };
  const words = toLikePatterns(search);
  return words.length === 0 ? 'none' : { words };
}
