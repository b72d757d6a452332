import type { PaymentsDecided } from '../billing/events.ts';
import type { Tx } from '../database.ts';
import { markAlarmRowSeen } from './mark-alarm-seen.ts';
import { findUnseenAlarm } from './store.ts';

/** Ends the alarm of an account's undecided card payments: none is left. */
export async function endUndecidedAlarm(tx: Tx, { userId, request }: PaymentsDecided): Promise<Record<string, never>> {
  const alarm = await findUnseenAlarm(tx, 'payment_undecided', userId);
  if (alarm !== null) await markAlarmRowSeen(tx, request, alarm);
  return {};
}
