import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import { raiseAlarm } from './raise-alarm.ts';

/** Raises the alarm of card payments that a person must decide about. */
export async function raisePaymentsAlarm(
  context: Pick<AppContext, 'clock' | 'random'>,
  tx: Tx,
): Promise<Record<string, never>> {
  await raiseAlarm(context, tx, { kind: 'payments', doctorId: null });
  return {};
}
