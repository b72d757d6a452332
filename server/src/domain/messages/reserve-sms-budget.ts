import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import type { AppContext } from '../core/context.ts';
import { type PendingMessage, reserveSms } from './store.ts';

/**
 * Whether a message may be handed over: mail always, an SMS while its day has one left, counted once over all nodes whatever
 * its tries (security 2.4). Alarms administrators at half, and with the day's last one.
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
