import type { SubscriptionChanged } from '../billing/events.ts';
import type { Tx } from '../database.ts';

/** Stores a subscription with its account. An administrator has none. */
export async function storeSubscription(
  tx: Tx,
  { userId, status, start, end }: SubscriptionChanged,
): Promise<Record<string, never>> {
  await tx
    .updateTable('users')
    .set({ subscription_status: status, subscription_start_date: start, subscription_end_date: end })
    .where('id', '=', userId)
    .where('role', '<>', 'admin')
    .execute();
  return {};
}
