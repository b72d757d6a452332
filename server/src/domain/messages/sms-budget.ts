import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import type { Portal } from '../portal/portal.ts';
import { type OpenMessage, takeSms } from './store.ts';

/**
 * Whether a message may be handed over: mail always, an SMS while its day has one left, counted once over all nodes whatever
 * its tries (security 2.4). Alarms administrators at half, and with the day's last one.
 */
export async function isWithinBudget(
  portal: Pick<Portal, 'clock' | 'random' | 'settings'>,
  tx: Tx,
  { channel, attempts }: Pick<OpenMessage, 'channel' | 'attempts'>,
): Promise<boolean> {
  if (channel !== 'sms' || attempts > 0) return true;
  const { timeZone, smsPerDay } = portal.settings;
  const sent = await takeSms(tx, timeZone, smsPerDay);
  if (sent === null) return false;
  const always = sql<boolean>`true`;
  if (sent === Math.ceil(smsPerDay / 2)) await raiseAlarm(portal, tx, { kind: 'sms_half', doctorId: null }, always);
  if (sent === smsPerDay) await raiseAlarm(portal, tx, { kind: 'sms_spent', doctorId: null }, always);
  return true;
}
