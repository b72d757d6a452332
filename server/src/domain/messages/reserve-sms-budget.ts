import { sql } from 'kysely';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import { type PendingMessage, reserveSms } from './store.ts';

/**
 * Returns whether a message may be sent: always for mail, for an SMS if the day's budget has one left. All nodes share
 * the budget, and retries count once (security 2.4). Raises an alarm at half of the budget and with its last SMS.
 */
export async function reserveSmsBudget(
  context: Pick<AppContext, 'clock' | 'random' | 'settings'>,
  tx: Tx,
  { channel, attempts }: Pick<PendingMessage, 'channel' | 'attempts'>,
): Promise<boolean> {
  if (channel !== 'sms' || attempts > 0) return true;
  const { timeZone, smsPerDay } = context.settings;
  const sent = await reserveSms(tx, timeZone, smsPerDay);
  if (sent === null) return false;
  const condition = sql<boolean>`true`;
  if (sent === Math.ceil(smsPerDay / 2)) await raiseAlarm(context, tx, { kind: 'sms_half', doctorId: null }, condition);
  if (sent === smsPerDay) await raiseAlarm(context, tx, { kind: 'sms_spent', doctorId: null }, condition);
  return true;
}
