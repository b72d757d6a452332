import type { CenterSort, StorageUse } from '@medcloud/contract';
import type { Language } from '@medcloud/contract/languages';
import { type RawBuilder, sql } from 'kysely';
import { hasName } from '../../platform/db/queries/like-patterns.ts';
import type { Reader } from '../database.ts';
import type { CenterRow } from './store.ts';

/** A center with its subscription as stored, and its figures. */
export interface CenterDetailsRow extends CenterRow {
  userId: string;
  language: Language;
  status: 'active' | 'inactive' | 'expired';
  start: string | null;
  end: string | null;
  lastActivity: Date | null;
  totalPatients: number;
  totalExams: number;
  storageUsed: number;
  disabledAt: Date | null;
  disabledReason: string | null;
}

export interface CenterOrder {
  by: CenterSort;
  isAscending: boolean;
  limit: number;
  /** The last row of the previous page: its sort value as text, and its id. */
  after: { at: string; id: string } | null;
}

function centerRows(tx: Reader) {
  return tx
    .selectFrom('medical_centers as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select([
      'c.id',
      'c.number',
      'c.user_id as userId',
      'c.name',
      'c.center_id as centerId',
      'u.email',
      'u.language',
      'c.address',
      'c.phone',
      'c.city',
      'c.state',
      'c.zip_code as zipCode',
      'c.plan',
      'c.quota_bytes as quotaBytes',
      'c.created_at as createdAt',
      'c.last_activity_at as lastActivity',
      'u.subscription_status as status',
      'u.subscription_start_date as start',
      'u.subscription_end_date as end',
      'u.disabled_at as disabledAt',
      'u.disabled_reason as disabledReason',
    ]);
}

const selectOrdered = (tx: Reader, place: RawBuilder<unknown>) => centerRows(tx).select(place.as('place'));

/** Adds the figures of the selected centers only, each counted once, without withdrawn exams. */
function addFigures(tx: Reader, selection: ReturnType<typeof selectOrdered>) {
  return tx
    .selectFrom(selection.as('c'))
    .innerJoinLateral(
      sql<{ patients: number; exams: number; exam_bytes: number }>`count_records_of_center(c.id)`.as('f'),
      (join) => join.onTrue(),
    )
    .select([
      'c.id',
      'c.number',
      'c.userId',
      'c.name',
      'c.centerId',
      'c.email',
      'c.language',
      'c.address',
      'c.phone',
      'c.city',
      'c.state',
      'c.zipCode',
      'c.plan',
      'c.quotaBytes',
      'c.createdAt',
      'c.lastActivity',
      'c.status',
      'c.start',
      'c.end',
      'c.disabledAt',
      'c.disabledReason',
      'f.patients as totalPatients',
      'f.exams as totalExams',
      'f.exam_bytes as storageUsed',
    ]);
}

/** Builds the sort expression of a list. A center without the date comes last in both directions. */
function buildOrder({ by, isAscending }: Pick<CenterOrder, 'by' | 'isAscending'>): RawBuilder<unknown> {
  const last = sql.lit(isAscending ? 'infinity' : '-infinity');
  switch (by) {
    case 'registrationDate':
      return sql`c.created_at`;
    case 'renewalDate':
      return sql`coalesce(u.subscription_end_date, ${last})`;
    case 'activityDate':
      return sql`coalesce(c.last_activity_at, ${last})`;
    case 'name':
      return sql`c.name_order`;
  }
}

/**
 * Builds the search filter. `search` is a name in either alphabet or a part of it, ignoring case; empty matches all
 * centers.
 */
function buildFilter(search: string): RawBuilder<boolean> {
  if (search === '') return sql<boolean>`true`;
  return sql<boolean>`(${hasName('c.name_key', search)} OR position(any_case(${search}) IN any_case(c.name)) > 0)`;
}

/** Lists centers with their figures in one statement. */
export async function listCenters(tx: Reader, search: string, order: CenterOrder): Promise<CenterDetailsRow[]> {
  const direction = order.isAscending ? 'asc' : 'desc';
  const place = buildOrder(order);
  let selection = selectOrdered(tx, place).where(buildFilter(search));
  if (order.after) {
    const comparison = sql.raw(order.isAscending ? '>' : '<');
    selection = selection.where(sql<boolean>`(${place}, c.id) ${comparison} (${order.after.at}, ${order.after.id})`);
  }
  const page = selection.orderBy(place, direction).orderBy('c.id', direction).limit(order.limit);
  return await addFigures(tx, page).orderBy('c.place', direction).orderBy('c.id', direction).execute();
}

/** Counts the centers of a search, up to 1,001. */
export async function countCenters(tx: Reader, search: string): Promise<number> {
  const found = await tx
    .selectFrom('medical_centers as c')
    .select('c.id')
    .where(buildFilter(search))
    .limit(1_001)
    .execute();
  return found.length;
}

/** Finds the position of a center in a list of that order, to read the page after it; null for an unknown one. */
export async function findCenterPlace(
  tx: Reader,
  id: string,
  order: Pick<CenterOrder, 'by' | 'isAscending'>,
): Promise<{ at: string; id: string } | null> {
  const row = await tx
    .selectFrom('medical_centers as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.id', sql<string>`(${buildOrder(order)})::text`.as('at')])
    .where('c.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export async function findCenterDetails(tx: Reader, id: string): Promise<CenterDetailsRow | null> {
  const selection = selectOrdered(tx, sql`NULL`).where('c.id', '=', id);
  const row = await addFigures(tx, selection).executeTakeFirst();
  return row ?? null;
}

export type CenterEntryRow = Pick<
  CenterDetailsRow,
  | 'id'
  | 'number'
  | 'userId'
  | 'name'
  | 'centerId'
  | 'address'
  | 'phone'
  | 'plan'
  | 'createdAt'
  | 'disabledAt'
  | 'disabledReason'
>;

/** Lists centers without their figures, newest first. */
export async function listCenterEntries(
  tx: Reader,
  page: { limit: number; after: { at: string; id: string } | null },
): Promise<CenterEntryRow[]> {
  let query = tx
    .selectFrom('medical_centers as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.id', 'c.number', 'c.user_id as userId', 'c.name', 'c.center_id as centerId', 'c.address', 'c.phone'])
    .select(['c.plan', 'c.created_at as createdAt'])
    .select(['u.disabled_at as disabledAt', 'u.disabled_reason as disabledReason']);
  if (page.after)
    query = query.where(sql<boolean>`(c.created_at, c.id) < (${page.after.at}::timestamptz, ${page.after.id}::uuid)`);
  return await query.orderBy('c.created_at', 'desc').orderBy('c.id', 'desc').limit(page.limit).execute();
}

/**
 * Returns the bytes of a center's exams without withdrawn ones, and its plan's quota. Null if the scope does not see
 * the center.
 */
export async function findStorageUse(tx: Reader, centerId: string): Promise<StorageUse | null> {
  const row = await tx
    .selectFrom('center_figures as f')
    .innerJoin('medical_centers as c', 'c.id', 'f.center_id')
    .select(['f.exam_bytes as usedBytes', 'c.quota_bytes as quotaBytes'])
    .where('f.center_id', '=', centerId)
    .executeTakeFirst();
  return row ?? null;
}
