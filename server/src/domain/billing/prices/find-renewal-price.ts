import { sql } from 'kysely';
import type { Reader } from '../../database.ts';
import type { Price } from '../dues/reads.ts';
import type { PlanCode } from '../dues/tables.ts';

/** Days between the notice of a new price and the first renewal that may have it. */
export const noticeDays = 30;

/** A price as it is charged and listed. */
export interface ListedPrice extends Price {
  /** As listed for a month. */
  monthCents: number;
}

const listedColumns = [
  'p.id',
  'p.plan',
  'p.period_months as periodMonths',
  'p.gross_cents as grossCents',
  'p.month_cents as monthCents',
] as const;

/** A renewal of an account with a plan on a day. `centerId`: of `center.enterprise`. */
export interface Renewal {
  userId: string;
  centerId: string | null;
  plan: PlanCode;
  day: string;
}

/**
 * Lists what accounts pay for plans of their choice if they renew on a day: the version that an account has, or a later one
 * of which it was told 30 days before. Another plan than the one it has is chosen by itself, so there a version counts that
 * was published 30 days before. A first period has the price of its day.
 */
export async function listRenewalPrices(
  tx: Reader,
  renewals: readonly Renewal[],
): Promise<(ListedPrice & { userId: string })[]> {
  const rows = sql<Renewal>`jsonb_to_recordset(${JSON.stringify(renewals)}::jsonb)`;
  return await tx
    .selectFrom(rows.as<'r'>(sql`r ("userId" uuid, "centerId" uuid, plan text, day date)`))
    .innerJoin('prices as p', (join) => join.on(sql<boolean>`p.plan = r.plan`))
    .distinctOn(['r.userId', 'p.plan'])
    .leftJoin('subscriptions as s', 's.user_id', 'r.userId')
    .leftJoin('prices as charged', 'charged.id', 's.price_id')
    .leftJoin('price_notices as n', (join) => join.onRef('n.user_id', '=', 'r.userId').onRef('n.price_id', '=', 'p.id'))
    .select(['r.userId', ...listedColumns])
    .where(
      sql<boolean>`p.center_id IS NOT DISTINCT FROM (CASE WHEN p.plan = 'center.enterprise' THEN r."centerId" END)`,
    )
    .whereRef('p.from_day', '<=', 'r.day')
    .where(
      sql<boolean>`(p.id = s.price_id OR NOT EXISTS (SELECT FROM prices later WHERE later.plan = p.plan
        AND later.center_id IS NOT DISTINCT FROM p.center_id AND later.version > p.version AND later.from_day <= p.from_day))`,
    )
    .where(
      sql<boolean>`(p.version = 1 OR s.user_id IS NULL OR p.id = s.price_id OR n.sent_on <= r.day - ${noticeDays}::integer
        OR (charged.plan IS DISTINCT FROM p.plan AND p.created_at < r.day - ${noticeDays}::integer))`,
    )
    .orderBy('r.userId')
    .orderBy('p.plan')
    .orderBy('p.version', 'desc')
    .execute();
}

/** Finds what an account pays for a plan that renews on a day. */
export async function findRenewalPrice(
  tx: Reader,
  { userId, centerId, plan }: Omit<Renewal, 'day'>,
  day: string,
): Promise<ListedPrice | null> {
  const [price] = await listRenewalPrices(tx, [{ userId, centerId, plan, day }]);
  return price ?? null;
}

/** Finds what an account pays now; null if it was never billed. */
export async function findChargedPrice(tx: Reader, userId: string): Promise<ListedPrice | null> {
  const row = await tx
    .selectFrom('subscriptions as s')
    .innerJoin('prices as p', 'p.id', 's.price_id')
    .select(listedColumns)
    .where('s.user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}
