import { newId } from '../../../platform/ids/ids.ts';
import { addDays, dayAfter } from '../../../platform/time/days.ts';
import { type AppContext, today } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import type { BillingCause } from '../cause.ts';
import { findContract } from './contract-store.ts';
import { insertPeriod } from './period-store.ts';
import { findUser } from './reads.ts';
import { setAccess } from './set-access.ts';
import { findStart } from './start-paid-period.ts';

/** Days within which a waiting invoice is issued. */
const daysOfWait = 2;

/**
 * Gives a doctor who paid access while the invoice waits for VIES. The period that is paid for then begins with it. The
 * caller has locked the account.
 */
export async function keepAccess(
  context: Pick<AppContext, 'clock' | 'random' | 'settings' | 'events'>,
  tx: Tx,
  cause: BillingCause,
  { userId, dueId }: { userId: string; dueId: string },
): Promise<void> {
  const day = today(context);
  const until = addDays(day, daysOfWait);
  const user = await findUser(tx, userId);
  const state = (await findContract(tx, userId))?.state;
  if (user?.role !== 'doctor' || state === undefined || state === 'suspended') return;
  const end = user.status === 'active' ? user.end : null;
  if (end !== null && end >= until) return;
  const from = end !== null && end >= day ? dayAfter(end) : day;
  const id = newId(context.clock, context.random);
  await insertPeriod(tx, { id, user_id: userId, from_day: from, to_day: until, kind: 'grace', due_id: dueId });
  const start = await findStart(tx, userId, from);
  const act = state === 'active' || state === 'past_due' ? 'set_grace' : 'activate';
  await setAccess(context, tx, cause, { userId, act, access: { status: 'active', start, end: until } });
}
