import { sql } from 'kysely';
import { preparedMarker } from '../../platform/db/prepared-statements.ts';
import { statesBefore, transitionOf } from '../../platform/db/transitions.ts';
import type { Reader, Tx } from '../database.ts';
import { type DeliveryFilter, selectDeliveries } from './reads.ts';
import { type MessageEnd, messageTransitions, type OutboxState } from './states.ts';

export interface NewMessage {
  id: string;
  channel: 'sms' | 'mail';
  kind: string;
  state: 'waiting' | 'decoy';
  sealed: Buffer | null;
  otp_id: string | null;
  link_hash: Buffer | null;
}

/** Inserts messages that expire so many milliseconds from the database's current time. */
export async function insertMessages(tx: Tx, messages: readonly NewMessage[], validMs: number): Promise<void> {
  const expires_at = sql<Date>`app_now() + ${validMs}::float8 * interval '1 ms'`;
  const insert = tx.insertInto('outbox_messages').values(messages.map((message) => ({ ...message, expires_at })));
  await (messages.length === 1 ? insert.modifyEnd(preparedMarker) : insert).execute();
}

export interface PendingMessage {
  id: string;
  channel: 'sms' | 'mail';
  kind: string;
  /** An earlier attempt started, and its outcome was never recorded. */
  isStarted: boolean;
  encrypted: Buffer;
  attempts: number;
  lastError: string | null;
  /** Whole seconds until it expires; 0 or less once it has. */
  validSeconds: number;
  superseded: boolean;
}

/** Locks a message that has not ended, until the transaction ends. Returns null if it has ended or was a decoy. */
export async function lockPending(tx: Tx, id: string): Promise<PendingMessage | null> {
  const row = await tx
    .selectFrom('outbox_messages as m')
    .leftJoin('otp_verifications as o', 'o.id', 'm.otp_id')
    .select([
      'm.id',
      'm.channel',
      'm.kind',
      'm.sealed as encrypted',
      'm.attempts',
      'm.last_error as lastError',
      sql<boolean>`m.state = 'sending'`.as('isStarted'),
      sql<number>`floor(extract(epoch FROM m.expires_at - app_now()))::float8`.as('validSeconds'),
      sql<boolean>`coalesce(m.kind = 'code' AND (o.superseded_at IS NOT NULL OR o.verified_at IS NOT NULL), false)`.as(
        'superseded',
      ),
    ])
    .where('m.id', '=', id)
    .where('m.state', 'in', ['waiting', 'sending'])
    .forUpdate('m')
    .modifyEnd(preparedMarker)
    .executeTakeFirst();
  return row?.encrypted ? { ...row, encrypted: row.encrypted } : null;
}

/** Changes waiting or sending to sending, before the gateway is called. Returns the number of this attempt. */
export async function recordAttempt(tx: Tx, id: string): Promise<number> {
  const { from, to } = transitionOf(messageTransitions, 'attempt');
  const row = await tx
    .updateTable('outbox_messages')
    .set((message) => ({
      state: to,
      sending_at: sql<Date>`app_now()`,
      attempts: message('attempts', '+', 1),
    }))
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('attempts')
    .modifyEnd(preparedMarker)
    .executeTakeFirstOrThrow();
  return row.attempts;
}

/** Records why an SMS must wait. */
export async function recordWaitCause(tx: Tx, id: string, cause: string): Promise<void> {
  await tx
    .updateTable('outbox_messages')
    .set({ last_error: cause })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/**
 * Takes one SMS from the day's budget, by the operator's days. Returns the day's count including it, or null if none is
 * left.
 */
export async function reserveSms(tx: Tx, timeZone: string, budget: number): Promise<number | null> {
  const { rows } = await sql<{ sent: number }>`
    INSERT INTO sms_days (day, sent) VALUES ((app_now() AT TIME ZONE ${timeZone})::date, 1)
    ON CONFLICT (day) DO UPDATE SET sent = sms_days.sent + 1 WHERE sms_days.sent < ${budget}
    RETURNING sent`.execute(tx);
  return rows[0]?.sent ?? null;
}

/**
 * Changes sending to waiting after an attempt that certainly sent nothing. Returns false if another attempt has
 * started.
 */
export async function returnToWaiting(tx: Tx, id: string, attempt: number, error: string): Promise<boolean> {
  const { from, to } = transitionOf(messageTransitions, 'return');
  const row = await tx
    .updateTable('outbox_messages')
    .set({ state: to, last_error: error })
    .where('id', '=', id)
    .where('state', 'in', from)
    .where('attempts', '=', attempt)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

const actOf = { sent: 'send', expired: 'expire', superseded: 'supersede', failed: 'fail', uncertain: 'lose' } as const;

/**
 * Ends a message and deletes its text. Returns false if it already ended or another attempt has started. Only `sent`
 * replaces `uncertain`.
 */
export async function endMessage(
  tx: Tx,
  id: string,
  attempt: number,
  end: { state: MessageEnd; error: string | null },
): Promise<boolean> {
  const { from } = transitionOf(messageTransitions, actOf[end.state]);
  const row = await tx
    .updateTable('outbox_messages')
    .set({ state: end.state, sealed: null, done_at: sql<Date>`app_now()`, last_error: end.error })
    .where('id', '=', id)
    .where('state', 'in', from)
    .where((m) => m.or([m('attempts', '=', attempt), m('state', '=', 'uncertain')]))
    .returning('id')
    .modifyEnd(preparedMarker)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends messages that outlived their job, for example one an operator removed. Returns their number. */
export async function failStale(tx: Tx): Promise<number> {
  const rows = await tx
    .updateTable('outbox_messages')
    .set({
      state: sql`CASE state WHEN 'sending' THEN 'uncertain' ELSE 'expired' END`,
      sealed: null,
      done_at: sql<Date>`app_now()`,
    })
    .where('state', 'in', statesBefore(messageTransitions, 'abandon'))
    // ten minutes of grace: a job waits at most five, and records the cause
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

/** Lists deliveries, newest first, without text or recipient. `before` is the last id of the previous page. */
export async function listDeliveries(
  tx: Reader,
  filter: DeliveryFilter,
  page: { limit: number; before: string | null },
): Promise<DeliveryRow[]> {
  let query = selectDeliveries(tx, filter)
    .select(['id', 'kind', 'channel', 'attempts'])
    .select(['last_error as lastError', 'created_at as createdAt', 'done_at as doneAt'])
    .select(sql<OutboxState>`state`.as('state'));
  if (page.before !== null) query = query.where('id', '<', page.before);
  return await query.orderBy('id', 'desc').limit(page.limit).execute();
}

/** Counts messages, up to 1,001. */
export async function countDeliveries(tx: Reader, filter: DeliveryFilter): Promise<number> {
  const rows = await selectDeliveries(tx, filter).select('id').limit(1_001).execute();
  return rows.length;
}
