import type { PaymentUnsettled } from '../billing/events.ts';
import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import { raiseAlarm } from './raise-alarm.ts';

/** Raises the alarm of an account's card payments, or of the provider's settings, that a person must look at. */
export async function raisePaymentsAlarm(
  context: Pick<AppContext, 'clock' | 'random'>,
  tx: Tx,
  { userId }: PaymentUnsettled,
): Promise<Record<string, never>> {
  if (userId === null) await raiseAlarm(context, tx, { kind: 'payment_provider', doctorId: null });
  else await raiseAlarm(context, tx, { kind: 'payments', doctorId: null, userId });
  return {};
}
