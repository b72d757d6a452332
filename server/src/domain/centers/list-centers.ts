import {
  type CenterListQuery,
  limits,
  type MedicalCenterDetails,
  type MedicalCenterEntry,
  validationMessages,
} from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import type { Reader } from '../../platform/db/database.ts';
import { setSearchTimeout } from '../../platform/db/like-patterns.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import type { AdminScope } from '../authorization/scope.ts';
import { type AppContext, today } from '../core/context.ts';
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
  /** Counted to 1,001 at most. */
  total: number;
  /** Of the next page; null on the last. */
  cursor: string | null;
}

const newestFirst = { by: 'registrationDate', ascending: false } as const;

/** All centers, newest first. */
export async function listCenters(
  context: AppContext,
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

/** Centers with their subscriptions and figures; by registration, newest first, unless asked otherwise. */
export async function listCenterDetails(
  context: AppContext,
  scope: AdminScope,
  query: CenterListQuery,
): Promise<CenterList<MedicalCenterDetails>> {
  const limit = query.limit ?? limits.listDefault;
  const search = query.search?.trim() ?? '';
  const order = { by: query.sortBy ?? newestFirst.by, ascending: query.sortOrder === 'asc' };
  return await context.db.within(scope, async (tx) => {
    if (search !== '') await setSearchTimeout(tx);
    const after = await readCursor(tx, query.cursor, order);
    const rows = await listRows(tx, search, { ...order, limit: limit + 1, after });
    const show = (row: (typeof rows)[number]) => showCenterDetails(row, today(context));
    return { ...toPage(rows, limit, show), total: await countCenters(tx, search) };
  });
}

/** One center with its subscription and figures. Fails with `not_found` for an unknown id. */
export async function describeCenter(
  context: AppContext,
  scope: AdminScope,
  id: string,
): Promise<MedicalCenterDetails> {
  const row = isUuid(id) ? await context.db.within(scope, (tx) => findCenterDetails(tx, id)) : null;
  if (row === null) throw new Fault('not_found');
  return showCenterDetails(row, today(context));
}

async function readCursor(tx: Reader, cursor: string | undefined, order: Pick<CenterOrder, 'by' | 'ascending'>) {
  if (cursor === undefined) return null;
  const place = isUuid(cursor) ? await findCenterPlace(tx, cursor, order) : null;
  if (place === null) throw createFieldFault('cursor', validationMessages.cursorInvalid);
  return place;
}

/** One row more than asked for tells whether there is a next page. */
function toPage<Row extends { id: string }, Center>(rows: Row[], limit: number, show: (row: Row) => Center) {
  const shown = rows.slice(0, limit);
  return { centers: shown.map(show), cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}
