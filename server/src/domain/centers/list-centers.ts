import {
  type CenterListQuery,
  limits,
  type MedicalCenterDetails,
  type MedicalCenterEntry,
  sentences,
} from '@medcloud/contract';
import { Fault, fieldFault } from '@medcloud/contract/faults';
import type { Reader } from '../../platform/db/database.ts';
import { limitSearch } from '../../platform/db/like-words.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import type { AdminScope } from '../authorization/scope.ts';
import { type Portal, today } from '../portal/portal.ts';
import {
  type CenterOrder,
  countCenters,
  findCenterDetails,
  findCenterPlace,
  listCenterEntries,
  listCenters as listRows,
} from './list-store.ts';
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
  portal: Portal,
  scope: AdminScope,
  query: { limit?: number | undefined; cursor?: string | undefined },
): Promise<CenterList<MedicalCenterEntry>> {
  const limit = query.limit ?? limits.listDefault;
  return await portal.db.within(scope, async (tx) => {
    const after = await readCursor(tx, query.cursor, newestFirst);
    const rows = await listCenterEntries(tx, { limit: limit + 1, after });
    return { ...pageOf(rows, limit, showCenterEntry), total: await countCenters(tx, '') };
  });
}

/** Centers with their subscriptions and figures; by registration, newest first, unless asked otherwise. */
export async function listCentersDetailed(
  portal: Portal,
  scope: AdminScope,
  query: CenterListQuery,
): Promise<CenterList<MedicalCenterDetails>> {
  const limit = query.limit ?? limits.listDefault;
  const search = query.search?.trim() ?? '';
  const order = { by: query.sortBy ?? newestFirst.by, ascending: query.sortOrder === 'asc' };
  return await portal.db.within(scope, async (tx) => {
    if (search !== '') await limitSearch(tx);
    const after = await readCursor(tx, query.cursor, order);
    const rows = await listRows(tx, search, { ...order, limit: limit + 1, after });
    const show = (row: (typeof rows)[number]) => showCenterDetails(row, today(portal));
    return { ...pageOf(rows, limit, show), total: await countCenters(tx, search) };
  });
}

/** One center with its subscription and figures. Fails with `not_found` for an unknown id. */
export async function describeCenter(portal: Portal, scope: AdminScope, id: string): Promise<MedicalCenterDetails> {
  const row = isUuid(id) ? await portal.db.within(scope, (tx) => findCenterDetails(tx, id)) : null;
  if (row === null) throw new Fault('not_found');
  return showCenterDetails(row, today(portal));
}

async function readCursor(tx: Reader, cursor: string | undefined, order: Pick<CenterOrder, 'by' | 'ascending'>) {
  if (cursor === undefined) return null;
  const place = isUuid(cursor) ? await findCenterPlace(tx, cursor, order) : null;
  if (place === null) throw fieldFault('cursor', sentences.cursorInvalid);
  return place;
}

/** One row more than asked for tells whether there is a next page. */
function pageOf<Row extends { id: string }, Center>(rows: Row[], limit: number, show: (row: Row) => Center) {
  const shown = rows.slice(0, limit);
  return { centers: shown.map(show), cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}
