import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import { type PendingMessage, reserveSms } from './store.ts';

/**
 * Returns whether a message may be sent: always for mail, for an SMS if the day's budget has one left. All nodes share
 * the budget, and retries count once (security 2.4). Emits `sms_counted` for each SMS.
 */
export async function reserveSmsBudget(
  context: Pick<AppContext, 'events' | 'settings'>,
  tx: Tx,
  { channel, attempts }: Pick<PendingMessage, 'channel' | 'attempts'>,
): Promise<boolean> {
  if (channel !== 'sms' || attempts > 0) return true;
  const { timeZone, smsPerDay } = context.settings;
  const sent = await reserveSms(tx, timeZone, smsPerDay);
  if (sent === null) return false;
  await context.events.emit(tx, 'sms_counted', { sent, budget: smsPerDay });
  return true;
}
