import { sql } from 'kysely';
import { addDays } from '../../../platform/time/days.ts';
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

/** Whose renewal it is. `centerId`: of `center.enterprise`. */
interface Renewing {
  userId: string;
  centerId: string | null;
}

/**
 * Lists what an account pays for plans of its choice if they renew on a day: the version that it has, or a later one of
 * which it was told 30 days before. Another plan than the one it has is chosen by itself, so there a version counts that
 * was published 30 days before. A first period has the price of its day.
 */
export async function listRenewalPrices(
  tx: Reader,
  { userId, centerId }: Renewing,
  plans: readonly PlanCode[],
  day: string,
): Promise<ListedPrice[]> {
  const noticedBy = addDays(day, -noticeDays);
  return await tx
    .selectFrom('prices as p')
    .distinctOn('p.plan')
    .leftJoin('subscriptions as s', (join) => join.on('s.user_id', '=', userId))
    .leftJoin('prices as charged', 'charged.id', 's.price_id')
    .leftJoin('price_notices as n', (join) => join.on('n.user_id', '=', userId).onRef('n.price_id', '=', 'p.id'))
    .select(listedColumns)
    .where('p.plan', 'in', plans)
    .where(
      sql<boolean>`p.center_id IS NOT DISTINCT FROM (CASE WHEN p.plan = 'center.enterprise' THEN ${centerId}::uuid END)`,
    )
    .where('p.from_day', '<=', day)
    .where(
      sql<boolean>`(p.id = s.price_id OR NOT EXISTS (SELECT FROM prices later WHERE later.plan = p.plan
        AND later.center_id IS NOT DISTINCT FROM p.center_id AND later.version > p.version AND later.from_day <= p.from_day))`,
    )
    .where(
      sql<boolean>`(p.version = 1 OR s.user_id IS NULL OR p.id = s.price_id OR n.sent_on <= ${noticedBy}::date
        OR (charged.plan IS DISTINCT FROM p.plan AND p.created_at < ${noticedBy}::date))`,
    )
    .orderBy('p.plan')
    .orderBy('p.version', 'desc')
    .execute();
}

/** Finds what an account pays for a plan that renews on a day. */
export async function findRenewalPrice(
  tx: Reader,
  account: Renewing & { plan: PlanCode },
  day: string,
): Promise<ListedPrice | null> {
  const [price] = await listRenewalPrices(tx, account, [account.plan], day);
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
