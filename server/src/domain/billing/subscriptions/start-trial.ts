import { newId } from '../../../platform/ids/ids.ts';
import { addDays } from '../../../platform/time/days.ts';
import type { AppContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import type { BillingCause } from '../cause.ts';
import type { Price } from '../dues/reads.ts';
import { insertPeriod } from './period-store.ts';
import { setAccess } from './set-access.ts';
import { renewalDay } from './subscription-period.ts';

/**
 * Starts a doctor's free trial on a day. The price is asked for before its end, as a renewal is; without a payment the access
 * ends with it, and nothing is owed. The caller has locked the account. Returns the last day.
 */
export async function startTrial(
  context: Pick<AppContext, 'clock' | 'random' | 'settings' | 'events'>,
  tx: Tx,
  cause: BillingCause,
  { userId, price, from, days }: { userId: string; price: Price; from: string; days: number },
): Promise<string> {
  const to = addDays(from, days - 1);
  const id = newId(context.clock, context.random);
  await insertPeriod(tx, { id, user_id: userId, from_day: from, to_day: to, kind: 'trial' });
  const contract = { priceId: price.id, method: 'bank', nextDueOn: renewalDay(to) } as const;
  const access = { status: 'active', start: from, end: to } as const;
  await setAccess(context, tx, cause, { userId, act: 'try', contract, access });
  return to;
}
