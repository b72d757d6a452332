import type { PriceState } from '@medcloud/contract/shapes/billing/prices';
import { sql } from 'kysely';
import type { Reader } from '../../database.ts';
import type { PlanCode } from '../dues/tables.ts';

export interface PriceVersionRow {
  id: string;
  plan: PlanCode;
  centerId: string | null;
  centerName: string | null;
  version: number;
  from: string;
  periodMonths: number;
  monthCents: number;
  grossCents: number;
  state: PriceState;
  isLatest: boolean;
}

/** A later version that begins on the same day or earlier: the version before it never holds. */
const isReplaced = sql<boolean>`EXISTS (SELECT FROM prices later WHERE later.plan = p.plan
  AND later.center_id IS NOT DISTINCT FROM p.center_id AND later.version > p.version AND later.from_day <= p.from_day)`;

/** A later version that has begun by a day. */
const isPast = (day: string) => sql<boolean>`EXISTS (SELECT FROM prices later WHERE later.plan = p.plan
  AND later.center_id IS NOT DISTINCT FROM p.center_id AND later.version > p.version AND later.from_day <= ${day}::date)`;

const isLatest = sql<boolean>`NOT EXISTS (SELECT FROM prices later WHERE later.plan = p.plan
  AND later.center_id IS NOT DISTINCT FROM p.center_id AND later.version > p.version)`;

function selectVersions(tx: Reader, day: string) {
  return tx
    .selectFrom('prices as p')
    .leftJoin('medical_centers as c', 'c.id', 'p.center_id')
    .select([
      'p.id',
      'p.plan',
      'p.center_id as centerId',
      'c.name as centerName',
      'p.version',
      'p.from_day as from',
      'p.period_months as periodMonths',
      'p.month_cents as monthCents',
      'p.gross_cents as grossCents',
      isLatest.as('isLatest'),
      sql<PriceState>`CASE WHEN ${isReplaced} THEN 'replaced' WHEN p.from_day > ${day}::date THEN 'coming'
        WHEN ${isPast(day)} THEN 'past' ELSE 'current' END`.as('state'),
    ]);
}

/** Lists a page of versions, the latest first day first. `plan`: of this plan alone. */
export async function listPriceVersions(
  tx: Reader,
  filter: { plan: PlanCode | null; day: string },
  page: { limit: number; after: PriceVersionRow | null },
): Promise<PriceVersionRow[]> {
  let query = selectVersions(tx, filter.day);
  if (filter.plan !== null) query = query.where('p.plan', '=', filter.plan);
  if (page.after !== null)
    query = query.where(sql<boolean>`(p.from_day, p.id) < (${page.after.from}::date, ${page.after.id})`);
  return await query.orderBy('p.from_day', 'desc').orderBy('p.id', 'desc').limit(page.limit).execute();
}

export async function countPriceVersions(tx: Reader, plan: PlanCode | null): Promise<number> {
  let query = tx.selectFrom('prices').select(sql<number>`count(*)::int`.as('count'));
  if (plan !== null) query = query.where('plan', '=', plan);
  return (await query.executeTakeFirstOrThrow()).count;
}

export async function findPriceVersion(tx: Reader, id: string, day: string): Promise<PriceVersionRow | null> {
  return (await selectVersions(tx, day).where('p.id', '=', id).executeTakeFirst()) ?? null;
}

/** Finds the latest version of a price, whether it has begun or not. */
export async function findLatestVersion(tx: Reader, plan: PlanCode, centerId: string | null) {
  const row = await tx
    .selectFrom('prices')
    .select(['version', 'from_day as from', 'period_months as periodMonths', 'quota_bytes as quotaBytes'])
    .where('plan', '=', plan)
    .where('center_id', 'is not distinct from', centerId)
    .orderBy('version', 'desc')
    .executeTakeFirst();
  return row ?? null;
}
