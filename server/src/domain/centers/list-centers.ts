import {
  type CenterListQuery,
  issueCode,
  limits,
  type MedicalCenterDetails,
  type MedicalCenterEntry,
} from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import { setSearchTimeout } from '../../platform/db/queries/like-patterns.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import type { AdminScope } from '../authorization/scope.ts';
import { type DbContext, type TimeContext, today } from '../core/context.ts';
import type { Reader } from '../database.ts';
import {
  type CenterOrder,
  countCenters,
  findCenterDetails,
  findCenterPlace,
  listCenterEntries,
  listCenters as listRows,
} from './reads.ts';
import { showCenterDetails, showCenterEntry } from './show.ts';

export interface CenterList<Center> {
  centers: Center[];
  /** Counted up to 1,001. */
  total: number;
  /** Of the next page; null on the last page. */
  cursor: string | null;
}

const newestFirst = { by: 'registrationDate', isAscending: false } as const;

/** Lists all centers, newest first. */
export async function listCenters(
  context: DbContext,
  scope: AdminScope,
  query: { limit?: number | undefined; cursor?: string | undefined },
): Promise<CenterList<MedicalCenterEntry>> {
  const limit = query.limit ?? limits.listDefault;
  return await context.db.within(scope, async (tx) => {
    const after = await readCursor(tx, query.cursor, newestFirst);
    const rows = await listCenterEntries(tx, { limit: limit + 1, after });
    return { ...toPage(rows, limit, showCenterEntry), total: await countCenters(tx, '') };
  });
}

/** Lists centers with their subscriptions and figures; newest registration first by default. */
export async function listCenterDetails(
  context: TimeContext,
  scope: AdminScope,
  query: CenterListQuery,
): Promise<CenterList<MedicalCenterDetails>> {
  const limit = query.limit ?? limits.listDefault;
  const search = query.search?.trim() ?? '';
  const order = { by: query.sortBy ?? newestFirst.by, isAscending: query.sortOrder === 'asc' };
  return await context.db.within(scope, async (tx) => {
    if (search !== '') await setSearchTimeout(tx);
    const after = await readCursor(tx, query.cursor, order);
    const rows = await listRows(tx, search, { ...order, limit: limit + 1, after });
    const show = (row: (typeof rows)[number]) => showCenterDetails(row, today(context));
    return { ...toPage(rows, limit, show), total: await countCenters(tx, search) };
  });
}

/** Describes one center with its subscription and figures. Throws `not_found` for an unknown id. */
export async function describeCenter(
  context: TimeContext,
  scope: AdminScope,
  id: string,
): Promise<MedicalCenterDetails> {
  const row = isUuid(id) ? await context.db.within(scope, (tx) => findCenterDetails(tx, id)) : null;
  if (row === null) throw new Fault('not_found');
  return showCenterDetails(row, today(context));
}

async function readCursor(tx: Reader, cursor: string | undefined, order: Pick<CenterOrder, 'by' | 'isAscending'>) {
  if (cursor === undefined) return null;
  const place = isUuid(cursor) ? await findCenterPlace(tx, cursor, order) : null;
  if (place === null) throw createFieldFault('cursor', issueCode('cursor_invalid'));
  return place;
}

/** Builds a page. The caller reads one row more than `limit`, which shows whether there is a next page. */
function toPage<Row extends { id: string }, Center>(rows: Row[], limit: number, show: (row: Row) => Center) {
  const shown = rows.slice(0, limit);
  return { centers: shown.map(show), cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}
