import { sql } from 'kysely';
import type { Reader, Tx } from '../../database.ts';
import type { PlanCode } from '../dues/tables.ts';

/** A running subscription that was not told of a new price of its plan. */
export interface MissingNotice {
  userId: string;
  priceId: string;
  plan: PlanCode;
  /** First day of the price. */
  from: string;
  periodMonths: number;
  grossCents: number;
  /** What the account pays now for a period. */
  oldCents: number;
  /** The last day of the account's period. */
  end: string | null;
}

/**
 * Lists accounts to tell, by their id: the latest version of the plan that they keep at the next renewal, unless they
 * pay it already or end then.
 */
export async function listMissingNotices(
  tx: Reader,
  page: { after?: string | null; only?: string; limit: number },
): Promise<MissingNotice[]> {
  let query = tx
    .selectFrom('subscriptions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('prices as charged', 'charged.id', 's.price_id')
    .innerJoin('prices as p', (join) =>
      join
        .onRef('p.plan', '=', 'charged.plan')
        .on(sql<boolean>`p.center_id IS NOT DISTINCT FROM charged.center_id`)
        .onRef('p.version', '>', 'charged.version'),
    )
    .leftJoin('doctors as d', 'd.user_id', 's.user_id')
    .leftJoin('medical_centers as c', 'c.user_id', 's.user_id')
    .select([
      's.user_id as userId',
      'p.id as priceId',
      'p.plan',
      'p.from_day as from',
      'p.period_months as periodMonths',
      'p.gross_cents as grossCents',
      'charged.gross_cents as oldCents',
      'u.subscription_end_date as end',
    ])
    .where('u.closed_at', 'is', null)
    .where('s.state', 'in', ['trialing', 'awaiting', 'active', 'past_due'])
    .where('s.cancel_at_end', '=', false)
    .where(
      sql<boolean>`charged.plan = coalesce('doctor.' || coalesce(d.next_plan, d.plan), 'center.' || coalesce(s.next_plan, c.plan))`,
    )
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM prices later WHERE later.plan = p.plan
        AND later.center_id IS NOT DISTINCT FROM p.center_id AND later.version > p.version)`,
    )
    .where(sql<boolean>`NOT EXISTS (SELECT FROM price_notices n WHERE n.user_id = s.user_id AND n.price_id = p.id)`);
  if (page.after) query = query.where('s.user_id', '>', page.after);
  if (page.only !== undefined) query = query.where('s.user_id', '=', page.only);
  return await query.orderBy('s.user_id').limit(page.limit).execute();
}

/** Inserts that an account is told of a price. The caller has locked the account. */
export async function insertNotice(tx: Tx, notice: { userId: string; priceId: string; day: string }): Promise<void> {
  await tx
    .insertInto('price_notices')
    .values({ user_id: notice.userId, price_id: notice.priceId, sent_on: notice.day })
    .execute();
}
