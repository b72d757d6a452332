import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/database.ts';

export interface NewMessage {
  id: string;
  channel: 'sms' | 'mail';
  kind: string;
  state: 'waiting' | 'decoy';
  sealed: Buffer | null;
  otp_id: string | null;
  /** Milliseconds from the database's now. */
  validMs: number;
}

export async function insertMessage(tx: Tx, { validMs, ...message }: NewMessage): Promise<void> {
  const expires_at = sql<Date>`app_now() + ${validMs}::float8 * interval '1 ms'`;
  await tx
    .insertInto('outbox_messages')
    .values({ ...message, expires_at })
    .execute();
}

export interface PendingMessage {
  id: string;
  channel: 'sms' | 'mail';
  kind: string;
  /** A try was begun before, and how it ended was never written down. */
  isBegun: boolean;
  sealed: Buffer;
  attempts: number;
  lastError: string | null;
  /** Whole seconds until it expires; 0 and less once it has. */
  validSeconds: number;
  superseded: boolean;
}

/** A message that has not come to its end, locked until the transaction has; null once it has, or was a decoy. */
export async function lockPending(tx: Tx, id: string): Promise<PendingMessage | null> {
  const row = await tx
    .selectFrom('outbox_messages as m')
    .leftJoin('otp_verifications as o', 'o.id', 'm.otp_id')
    .select([
      'm.id',
      'm.channel',
      'm.kind',
      'm.sealed',
      'm.attempts',
      'm.last_error as lastError',
      sql<boolean>`m.state = 'sending'`.as('isBegun'),
      sql<number>`floor(extract(epoch FROM m.expires_at - app_now()))::float8`.as('validSeconds'),
      sql<boolean>`coalesce(m.kind = 'code' AND (o.superseded_at IS NOT NULL OR o.verified_at IS NOT NULL), false)`.as(
        'superseded',
      ),
    ])
    .where('m.id', '=', id)
    .where('m.state', 'in', ['waiting', 'sending'])
    .forUpdate('m')
    .executeTakeFirst();
  return row?.sealed ? { ...row, sealed: row.sealed } : null;
}

/** waiting, sending -> sending: written down before the gateway hears of it. Returns the number of this try. */
export async function recordAttempt(tx: Tx, id: string): Promise<number> {
  const row = await tx
    .updateTable('outbox_messages')
    .set((message) => ({
      state: 'sending' as const,
      sending_at: sql<Date>`app_now()`,
      attempts: message('attempts', '+', 1),
    }))
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'sending'])
    .returning('attempts')
    .executeTakeFirstOrThrow();
  return row.attempts;
}

/** An SMS that must wait says why. */
export async function recordWaitCause(tx: Tx, id: string, cause: string): Promise<void> {
  await tx
    .updateTable('outbox_messages')
    .set({ last_error: cause })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Takes one SMS off the day's budget, by the operator's days; how many are taken with it, or null where none is left. */
export async function reserveSms(tx: Tx, timeZone: string, budget: number): Promise<number | null> {
  const { rows } = await sql<{ sent: number }>`
    INSERT INTO sms_days (day, sent) VALUES ((app_now() AT TIME ZONE ${timeZone})::date, 1)
    ON CONFLICT (day) DO UPDATE SET sent = sms_days.sent + 1 WHERE sms_days.sent < ${budget}
    RETURNING sent`.execute(tx);
  return rows[0]?.sent ?? null;
}

/** How many SMS were handed over today. */
export async function countSmsToday(tx: Reader, timeZone: string): Promise<number> {
  const row = await tx
    .selectFrom('sms_days')
    .select('sent')
    .where('day', '=', sql<string>`(app_now() AT TIME ZONE ${timeZone})::date`)
    .executeTakeFirst();
  return row?.sent ?? 0;
}

/** sending -> waiting, after a try that certainly sent nothing. False if another try has begun since. */
export async function returnToWaiting(tx: Tx, id: string, attempt: number, error: string): Promise<boolean> {
  const row = await tx
    .updateTable('outbox_messages')
    .set({ state: 'waiting', last_error: error })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempt)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export type MessageEnd = 'sent' | 'expired' | 'superseded' | 'failed' | 'uncertain';

/**
 * Ends a message and empties its text. False if it had ended otherwise, or if another try has begun since; only that it
 * was sent after all is written over `uncertain`.
 */
export async function endMessage(
  tx: Tx,
  id: string,
  attempt: number,
  end: { state: MessageEnd; error: string | null },
): Promise<boolean> {
  const row = await tx
    .updateTable('outbox_messages')
    .set({ state: end.state, sealed: null, done_at: sql<Date>`app_now()`, last_error: end.error })
    .where('id', '=', id)
    .where((m) =>
      m.or([
        m.and([m('state', 'in', ['waiting', 'sending']), m('attempts', '=', attempt)]),
        m.and([m('state', '=', 'uncertain'), m.val(end.state === 'sent')]),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends what outlived its job, such as one that an operator removed; returns how many. */
export async function failStale(tx: Tx): Promise<number> {
  const rows = await tx
    .updateTable('outbox_messages')
    .set({
      state: sql`CASE state WHEN 'sending' THEN 'uncertain' ELSE 'expired' END`,
      sealed: null,
      done_at: sql<Date>`app_now()`,
    })
    .where('state', 'in', ['waiting', 'sending'])
    // ten minutes' grace: a job waits five at the most, and tells the cause
    .where('expires_at', '<', sql<Date>`app_now() - interval '10 min'`)
    .returning('id')
    .execute();
  return rows.length;
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

type OutboxState = 'waiting' | 'sending' | MessageEnd;

export interface DeliveryFilter {
  channel?: 'sms' | 'mail' | undefined;
  states?: readonly OutboxState[] | undefined;
}

function deliveries(tx: Reader, { channel, states }: DeliveryFilter) {
  // a decoy is no message: it stands there so that a number of nobody takes as long
  let query = tx.selectFrom('outbox_messages').where('state', '<>', 'decoy');
  if (channel) query = query.where('channel', '=', channel);
  if (states) query = query.where('state', 'in', states);
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
