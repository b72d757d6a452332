import type { Reader } from '../../database.ts';
import { findContract } from './contract-store.ts';
import { findLastDayWithoutGrace } from './period-store.ts';
import { isEffective, type StoredSubscription } from './subscription-period.ts';

/**
 * Finds the day on which an account's next period is charged, and by which a transfer is due: the last day that is paid
 * for, also while it has access only until the payment. Null if no period runs or none follows.
 */
export async function findNextPayment(
  tx: Reader,
  userId: string,
  subscription: StoredSubscription,
  day: string,
): Promise<string | null> {
  if (!isEffective(subscription, day) || (await findContract(tx, userId))?.cancelAtEnd) return null;
  return (await findLastDayWithoutGrace(tx, userId)) ?? subscription.end;
}
