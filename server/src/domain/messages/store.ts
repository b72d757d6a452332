import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/database.ts';

export interface NewMessage {
  id: string;
  channel: 'sms' | 'mail';
  kind: string;
  state: 'waiting' | 'decoy';
  sealed: Buffer | null;
  otp_id: string | null;
  expires_at: Date | null;
}

export async function insertMessage(tx: Tx, message: NewMessage): Promise<void> {
  await tx.insertInto('outbox_messages').values(message).execute();
}

export interface WaitingMessage {
  id: string;
  channel: 'sms' | 'mail';
  kind: string;
  attempts: number;
  sealed: Buffer;
  expired: boolean;
  superseded: boolean;
}

/** A message that still waits; null once it is done, or was a decoy. */
export async function findWaiting(tx: Reader, id: string): Promise<WaitingMessage | null> {
  const row = await tx
    .selectFrom('outbox_messages as m')
    .leftJoin('otp_verifications as o', 'o.id', 'm.otp_id')
    .select([
      'm.id',
      'm.channel',
      'm.kind',
      'm.attempts',
      'm.sealed',
      sql<boolean>`coalesce(m.expires_at <= app_now(), false)`.as('expired'),
      sql<boolean>`coalesce(m.kind = 'code' AND (o.superseded_at IS NOT NULL OR o.verified_at IS NOT NULL), false)`.as(
        'superseded',
      ),
    ])
    .where('m.id', '=', id)
    .where('m.state', '=', 'waiting')
    .executeTakeFirst();
  return row?.sealed ? { ...row, sealed: row.sealed } : null;
}

/** Ends a message and empties its text. */
export async function finishMessage(
  tx: Tx,
  id: string,
  state: 'sent' | 'expired' | 'superseded' | 'dead',
): Promise<void> {
  await tx
    .updateTable('outbox_messages')
    .set({ state, sealed: null, done_at: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Counts a failed try, by the name and code of its error alone. */
export async function noteFailure(tx: Tx, id: string, error: string): Promise<void> {
  await tx
    .updateTable('outbox_messages')
    .set((row) => ({ attempts: row('attempts', '+', 1), last_error: error }))
    .where('id', '=', id)
    .execute();
}

export interface DeliveryRow {
  id: string;
  kind: string;
  channel: 'sms' | 'mail';
  state: OutboxState;
  attempts: number;
  lastError: string | null;
  createdAt: Date;
  doneAt: Date | null;
}

type OutboxState = 'waiting' | 'sent' | 'expired' | 'superseded' | 'dead';

export interface DeliveryFilter {
  channel?: 'sms' | 'mail' | undefined;
  state?: OutboxState | undefined;
}

function deliveries(tx: Reader, { channel, state }: DeliveryFilter) {
  // a decoy is no message: it stands there so that a number of nobody takes as long
  let query = tx.selectFrom('outbox_messages').where('state', '<>', 'decoy');
  if (channel) query = query.where('channel', '=', channel);
  if (state) query = query.where('state', '=', state);
  return query;
}

/** How messages fared, newest first, without text or recipient. `before` is the last id of the page before. */
export async function listDeliveries(
  tx: Reader,
  filter: DeliveryFilter,
  page: { limit: number; before: string | null },
): Promise<DeliveryRow[]> {
  let query = deliveries(tx, filter)
    .select(['id', 'kind', 'channel', 'attempts'])
    .select(['last_error as lastError', 'created_at as createdAt', 'done_at as doneAt'])
    .select(sql<OutboxState>`state`.as('state'));
  if (page.before !== null) query = query.where('id', '<', page.before);
  return await query.orderBy('id', 'desc').limit(page.limit).execute();
}

/** Counts messages to 1,001 at most. */
export async function countDeliveries(tx: Reader, filter: DeliveryFilter): Promise<number> {
  const rows = await deliveries(tx, filter).select('id').limit(1_001).execute();
  return rows.length;
}

export interface DeliveryCount {
  channel: 'sms' | 'mail';
  state: OutboxState;
  count: number;
}

/** How many messages of the last 24 hours are in each state. */
export async function countRecentDeliveries(tx: Reader): Promise<DeliveryCount[]> {
  return await deliveries(tx, {})
    .select(['channel', sql<OutboxState>`state`.as('state'), sql<number>`count(*)`.as('count')])
    .where('created_at', '>', sql<Date>`app_now() - interval '24 hours'`)
    .groupBy(['channel', 'state'])
    .execute();
}
