import { sql } from 'kysely';
import type { Reader, Tx } from '../../database.ts';
import type { SubscriptionState } from './states.ts';

/** What an account is charged for. */
export interface Contract {
  priceId: string;
  state: SubscriptionState;
  /** The day from which it has this state. */
  since: string;
  method: 'bank' | 'card';
  cancelAtEnd: boolean;
  nextDueOn: string | null;
}

/** Returns null for an account that was never billed. */
export async function findContract(tx: Reader, userId: string): Promise<Contract | null> {
  const row = await tx
    .selectFrom('subscriptions')
    .select([
      'price_id as priceId',
      'state',
      'since',
      'method',
      'cancel_at_end as cancelAtEnd',
      'next_due_on as nextDueOn',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Inserts or replaces what an account is charged for. `isAgain`: it had ended, and a cancellation with it. */
export async function upsertContract(
  tx: Tx,
  { userId, priceId, nextDueOn, state, since, method }: Omit<Contract, 'cancelAtEnd'> & { userId: string },
  isAgain: boolean,
): Promise<void> {
  const resumed = isAgain ? { cancel_at_end: false } : {};
  const values = { price_id: priceId, state, since, method, next_due_on: nextDueOn, ...resumed };
  await tx
    .insertInto('subscriptions')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...values, updated_at: sql<Date>`app_now()` }))
    .execute();
}
