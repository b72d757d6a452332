import { newId } from '../../../platform/ids/ids.ts';
import { dayAfter } from '../../../platform/time/days.ts';
import type { AppContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import type { BillingCause } from '../cause.ts';
import { findContract } from '../subscriptions/contract-store.ts';
import { insertPeriod } from '../subscriptions/period-store.ts';
import { findUser } from '../subscriptions/reads.ts';
import { setAccess } from '../subscriptions/set-access.ts';
import type { AccountRow } from './accounts.ts';

/** Gives an account access up to a day while its payment is missing, if it has not so long. */
export async function extendAccess(
  context: Pick<AppContext, 'clock' | 'random' | 'settings' | 'events'>,
  tx: Tx,
  cause: BillingCause,
  { account, until, day, act }: { account: AccountRow; until: string; day: string; act: 'set_grace' | 'mark_late' },
): Promise<void> {
  const { userId, end, graceEnd, due } = account;
  const [last] = [end, graceEnd]
    .filter((each) => each !== null)
    .toSorted()
    .toReversed();
  if (last !== undefined && last >= until) {
    if (act === 'mark_late') await setAccess(context, tx, cause, { userId, act });
    return;
  }
  const next = last === undefined ? day : dayAfter(last);
  const from = next < day ? day : next;
  const id = newId(context.clock, context.random);
  await insertPeriod(tx, {
    id,
    user_id: userId,
    from_day: from,
    to_day: until,
    kind: 'grace',
    due_id: due?.id ?? null,
    price_id: (await findContract(tx, userId))?.priceId ?? null,
  });
  const start = (await findUser(tx, userId))?.start ?? from;
  await setAccess(context, tx, cause, { userId, act, access: { status: 'active', start, end: until } });
}
