import { doctorPlans } from '@medcloud/contract';
import type { AppContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import { findUser } from './reads.ts';
import { lockSubscription } from './store.ts';
import { endOfPeriod, isEffective, planOn, type StoredPlan } from './subscription-period.ts';

/**
 * Starts the first period of a doctor's plan today; the end day is included. Returns that day. A period set earlier by
 * an administrator stays; then returns its end if it is running (product, "Doctor's path" 2).
 */
export async function startFirstPeriod(
  { events }: Pick<AppContext, 'events'>,
  tx: Tx,
  doctor: StoredPlan & { userId: string },
  today: string,
): Promise<string | null> {
  // Read under the lock: an administrator may be setting it now.
  await lockSubscription(tx, doctor.userId);
  const user = await findUser(tx, doctor.userId);
  if (user !== null && user.start !== null) return isEffective(user, today) ? user.end : null;
  const end = endOfPeriod(today, doctorPlans[planOn(doctor, today)].chargedEveryMonths);
  await events.emit(tx, 'subscription_changed', { userId: doctor.userId, status: 'active', start: today, end });
  return end;
}
