import { sql } from 'kysely';
import type { Reader } from '../database.ts';
import type { OutboxState } from './states.ts';

/** Returns how many SMS were taken from today's budget. */
export async function countSmsToday(tx: Reader, timeZone: string): Promise<number> {
  const row = await tx
    .selectFrom('sms_days')
    .select('sent')
    .where('day', '=', sql<string>`(app_now() AT TIME ZONE ${timeZone})::date`)
    .executeTakeFirst();
  return row?.sent ?? 0;
}

export interface DeliveryFilter {
  channel?: 'sms' | 'mail' | undefined;
  states?: readonly OutboxState[] | undefined;
}

/** Selects messages that were to be sent, by channel and state. */
export function selectDeliveries(tx: Reader, { channel, states }: DeliveryFilter) {
  // a decoy is not a message: it exists so that requests for unknown numbers take the same time
  let query = tx.selectFrom('outbox_messages').where('state', '<>', 'decoy');
  if (channel) query = query.where('channel', '=', channel);
  if (states) query = query.where('state', 'in', states);
  return query;
}

export interface DeliveryCount {
  channel: 'sms' | 'mail';
  state: OutboxState;
  count: number;
}

/** Counts the messages of the last 24 hours by channel and state. */
export async function countRecentDeliveries(tx: Reader): Promise<DeliveryCount[]> {
  const { rows } = await sql<DeliveryCount>`SELECT channel, state, count FROM count_recent_messages()`.execute(tx);
  return rows;
}
