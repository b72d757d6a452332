import type { PaymentUndecided } from '../billing/events.ts';
import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import { raiseAlarm } from './raise-alarm.ts';

/** Raises the alarm of an account's card payments that an administrator must record or give back. */
export async function raiseUndecidedAlarm(
  context: Pick<AppContext, 'clock' | 'random'>,
  tx: Tx,
  { userId }: PaymentUndecided,
): Promise<Record<string, never>> {
  await raiseAlarm(context, tx, { kind: 'payment_undecided', doctorId: null, userId });
  return {};
}
