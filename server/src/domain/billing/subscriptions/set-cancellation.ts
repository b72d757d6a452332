import { sql } from 'kysely';
import { record } from '../../audit/record/record.ts';
import type { Tx } from '../../database.ts';
import type { BillingCause } from '../cause.ts';

/** Stores whether a subscription is renewed, and who wanted it. */
export async function changeCancellation(
  tx: Tx,
  audit: BillingCause['audit'],
  userId: string,
  cancel: boolean,
): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ cancel_at_end: cancel, updated_at: sql<Date>`app_now()` })
    .where('user_id', '=', userId)
    .execute();
  await record(tx, {
    event: 'subscription_cancelled',
    ...audit,
    object: { kind: 'user', id: userId },
    details: { cancel },
  });
}
