import type { ChosenPlan } from '@medcloud/contract/shapes/billing/plan-change';
import { sql } from 'kysely';
import type { Tx } from '../../database.ts';

/** Sets the plan that a center has after the days that it paid for; null: the same. */
export async function setNextPlan(tx: Tx, userId: string, plan: ChosenPlan | null): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ next_plan: plan, updated_at: sql<Date>`app_now()` })
    .where('user_id', '=', userId)
    .execute();
}

/** Sets the price that an account pays now. */
export async function setPaidPrice(tx: Tx, userId: string, priceId: string): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ price_id: priceId, next_plan: null, updated_at: sql<Date>`app_now()` })
    .where('user_id', '=', userId)
    .execute();
}

/** Takes back requests for the next period: it has another price. */
export async function withdrawRenewals(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('dues')
    .set({ state: 'withdrawn' })
    .where('user_id', '=', userId)
    .where('kind', '=', 'renewal')
    .where('state', '=', 'open')
    .where('invoice_id', 'is', null)
    .execute();
}

/** Moves an open request for an upgrade to its end. */
export async function setUpgradeState(tx: Tx, id: string, state: 'withdrawn' | 'expired'): Promise<void> {
  await tx
    .updateTable('dues')
    .set({ state })
    .where('id', '=', id)
    .where('kind', '=', 'upgrade')
    .where('state', '=', 'open')
    .where('invoice_id', 'is', null)
    .execute();
}

/**
 * Opens a request for an upgrade again that expired, if the money pays it: a transfer arrived late. Not once its days are over,
 * the center has the plan, or it asked for another one.
 */
export async function reopenUpgrade(tx: Tx, id: string, credit: number, day: string): Promise<void> {
  await tx
    .updateTable('dues as d')
    .set({ state: 'open' })
    .where('d.id', '=', id)
    .where('d.kind', '=', 'upgrade')
    .where('d.state', '=', 'expired')
    .where('d.gross_cents', '<=', credit)
    .where('d.to_day', '>=', day)
    .where(
      sql<boolean>`EXISTS (SELECT FROM medical_centers c JOIN prices p ON p.id = d.price_id
        WHERE c.user_id = d.user_id AND c.plan <> 'enterprise' AND p.plan <> 'center.' || c.plan)`,
    )
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM dues later WHERE later.user_id = d.user_id AND later.kind = 'upgrade'
        AND later.id <> d.id AND later.created_at >= d.created_at)`,
    )
    .execute();
}

interface NewPrice {
  priceId: string;
  /** The first day that has it. */
  day: string;
  /** Gives an id to each new row. */
  newId: () => string;
}

/** Gives the days of periods that are left another price. What they belong to, and whether it is paid, stays. */
export async function repricePeriods(
  tx: Tx,
  userId: string,
  periods: readonly {
    id: string;
    from: string;
    to: string;
    kind: 'paid' | 'invoiced' | 'trial' | 'granted' | 'manual';
    dueId: string | null;
  }[],
  { priceId, day, newId }: NewPrice,
): Promise<void> {
  if (periods.length === 0) return;
  const ids = periods.map(({ id }) => id);
  await tx.updateTable('subscription_periods').set({ cut_on: day }).where('id', 'in', ids).execute();
  await tx
    .insertInto('subscription_periods')
    .values(
      periods.map(({ from, to, kind, dueId }) => ({
        ...{ id: newId(), user_id: userId, from_day: from > day ? from : day, to_day: to },
        ...{ kind, due_id: dueId, price_id: priceId },
      })),
    )
    .execute();
}
