import { type Insertable, sql } from 'kysely';
import type { Reader, Tx } from '../../database.ts';
import type { SubscriptionPeriodsTable } from './tables.ts';

/**
 * Cuts an account's periods that reach a day or later ones: from `day` on they hold no more. Grace that begins on the day
 * or later counts for nothing: what replaces it holds from its first day.
 */
export async function cutPeriods(tx: Tx, userId: string, from: string, day: string): Promise<void> {
  await tx
    .updateTable('subscription_periods')
    .set({
      cut_on: sql<string>`CASE WHEN kind = 'grace' AND from_day >= ${from}::date THEN from_day ELSE ${day}::date END`,
    })
    .where('user_id', '=', userId)
    .where('cut_on', 'is', null)
    .where('to_day', '>=', from)
    .execute();
}

/** Returns whether a due has the period that it asks for, also one that was cut. Grace is not. */
export async function hasPeriod(tx: Reader, dueId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('subscription_periods')
    .select('id')
    .where('due_id', '=', dueId)
    .where('kind', '<>', 'grace')
    .executeTakeFirst();
  return row !== undefined;
}

/** Inserts a period. Fails if the account has another on one of its days. */
export async function insertPeriod(
  tx: Tx,
  period: Omit<Insertable<SubscriptionPeriodsTable>, 'cut_on'>,
): Promise<void> {
  await tx.insertInto('subscription_periods').values(period).execute();
}

/** Sets the kind of the periods of dues: `paid` once nothing is owed, `invoiced` again after an undone payment. */
export async function setPeriodKind(tx: Tx, dueIds: readonly string[], kind: 'paid' | 'invoiced'): Promise<void> {
  if (dueIds.length === 0) return;
  await tx.updateTable('subscription_periods').set({ kind }).where('due_id', 'in', dueIds).execute();
}

/** Returns the last day of an account's periods, or null. */
export async function findLastPeriodDay(
  tx: Reader,
  userId: string,
  { withGrace }: { withGrace: boolean },
): Promise<string | null> {
  const row = await tx
    .selectFrom('subscription_periods')
    .select((of) => of.fn.max<string | null>('to_day').as('last'))
    .where('user_id', '=', userId)
    .where(sql<boolean>`(${withGrace} OR kind <> 'grace')`)
    .where('cut_on', 'is', null)
    .executeTakeFirst();
  return row?.last ?? null;
}

/** Returns the same, grace left out. */
export const findLastDayWithoutGrace = (tx: Reader, userId: string) =>
  findLastPeriodDay(tx, userId, { withGrace: false });

/** Returns the first day of the grace that runs on a day or begins after it, or null. */
export async function findGrace(tx: Reader, userId: string, day: string): Promise<string | null> {
  const row = await tx
    .selectFrom('subscription_periods')
    .select((of) => of.fn.min<string | null>('from_day').as('from'))
    .where('user_id', '=', userId)
    .where('kind', '=', 'grace')
    .where('cut_on', 'is', null)
    .where('to_day', '>=', day)
    .executeTakeFirst();
  return row?.from ?? null;
}
