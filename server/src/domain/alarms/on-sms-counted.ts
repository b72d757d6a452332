import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import type { SmsCounted } from '../messages/events.ts';
import { raiseAlarm } from './raise-alarm.ts';
import { alarmRules } from './rules.ts';

/** Raises an alarm at half of the day's SMS and with the last one. */
export async function raiseSmsAlarms(
  context: Pick<AppContext, 'clock' | 'random'>,
  tx: Tx,
  { sent, budget }: SmsCounted,
): Promise<Record<string, never>> {
  for (const kind of ['sms_half', 'sms_spent'] as const)
    if (sent === Math.ceil(budget * alarmRules[kind].threshold))
      await raiseAlarm(context, tx, { kind, doctorId: null });
  return {};
}
