import { issueCode, limits, type Patient } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import { setSearchTimeout, toLikePatterns } from '../../platform/db/queries/like-patterns.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { CenterPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { AppContext, KeyContext } from '../core/context.ts';
import type { Reader } from '../database.ts';
import { parseExactSearch } from './exact-search.ts';
import { countExactMatches, type PatientRow } from './reads.ts';
import { showPatient } from './show.ts';
import {
  countMatches,
  countPatients,
  findExactMatches,
  findPosition,
  type ListOrder,
  listPatients as listRows,
  searchPatients,
} from './store.ts';

export interface PatientList {
  patients: Patient[];
  /** Counted up to 1,001. */
  total: number;
  /** Cursor of the next page; null on the last page. */
  cursor: string | null;
}

/**
 * Lists a center's patients, newest first by default. Searches by name in either alphabet, by ID, or by a complete
 * phone or AMKA.
 */
export async function listPatients(
  context: KeyContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  query: {
    search?: string | undefined;
    sortOrder?: 'asc' | 'desc' | undefined;
    limit?: number | undefined;
    cursor?: string | undefined;
  },
): Promise<PatientList> {
  const limit = query.limit ?? limits.listDefault;
  const search = query.search?.trim() ?? '';
  return await context.db.within(scope, async (tx) => {
    if (search !== '') await setSearchTimeout(tx);
    const after = query.cursor === undefined ? null : await parseCursor(tx, scope, query.cursor);
    // one extra row shows whether there is a next page
    const order = { isNewestFirst: query.sortOrder !== 'asc', limit: limit + 1, after };
    const { rows, total } = await findPatientRows(context, tx, scope, search, order);
    const shown = rows.slice(0, limit);
    const details = { matches: total, shown: shown.length, ...(request.isBackground ? { background: true } : {}) };
    await record(tx, { event: 'patients_listed', ...toAuditFields(request), details });
    return {
      patients: shown.map((row) => showPatient(row, context.keys)),
      total,
      cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  });
}

async function parseCursor(tx: Reader, scope: CenterScope, cursor: string) {
  const position = isUuid(cursor) ? await findPosition(tx, scope.centerId, cursor) : null;
  if (position === null) throw createFieldFault('cursor', issueCode('cursor_invalid'));
  return position;
}

/** Finds a center's patients: all, or by name in either alphabet, ID, or complete phone or AMKA. */
export async function findPatientRows(
  context: Pick<AppContext, 'keys'>,
  tx: Reader,
  scope: CenterScope,
  search: string,
  order: ListOrder,
): Promise<{ rows: PatientRow[]; total: number }> {
  if (search === '') {
    return { rows: await listRows(tx, scope.centerId, order), total: await countPatients(tx, scope.centerId) };
  }
  const exactSearch = parseExactSearch(context, search);
  const exactCount = exactSearch === null ? 0 : await countExactMatches(tx, scope.centerId, exactSearch);
  if (exactSearch !== null && exactCount > 0)
    return { rows: await findExactMatches(tx, scope.centerId, exactSearch, order), total: exactCount };
  const words = toLikePatterns(search);
  if (words.length === 0) return { rows: [], total: 0 };
  return {
    rows: await searchPatients(tx, scope.centerId, words, order),
    total: await countMatches(tx, scope.centerId, words),
  };
}
