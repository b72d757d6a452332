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
export async function finishMessage(tx: Tx, id: string, state: 'sent' | 'expired' | 'superseded'): Promise<void> {
  await tx
    .updateTable('outbox_messages')
    .set({ state, sealed: null, done_at: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Counts a failed try, by the kind of its error alone. */
export async function noteFailure(tx: Tx, id: string, error: string): Promise<void> {
  await tx
    .updateTable('outbox_messages')
    .set((row) => ({ attempts: row('attempts', '+', 1), last_error: error }))
    .where('id', '=', id)
    .execute();
}
