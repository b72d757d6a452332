import type { DocumentRefused } from '../billing/events.ts';
import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import { raiseAlarm } from './raise-alarm.ts';

/** Raises the alarm of an account's document that the tax authority refuses, or refuses to cancel: nothing repeats it by itself. */
export async function raiseRefusedAlarm(
  context: Pick<AppContext, 'clock' | 'random'>,
  tx: Tx,
  { userId }: DocumentRefused,
): Promise<Record<string, never>> {
  await raiseAlarm(context, tx, { kind: 'document_refused', doctorId: null, userId });
  return {};
}
