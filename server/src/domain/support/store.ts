import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/database.ts';

export interface NewSupportMessage {
  id: string;
  reference: string;
  urgent: boolean;
  role: 'medical-center' | 'doctor' | 'admin' | 'other' | null;
  language: 'en' | 'el';
  content_sealed: Buffer;
  user_id: string | null;
}

/** Keeps a message as open. */
export async function insertSupportMessage(tx: Tx, message: NewSupportMessage): Promise<void> {
  await tx.insertInto('support_messages').values(message).execute();
}

/** How many messages came in the last hour, and how many of them are urgent; each counted to `most`. */
export async function countLastHour(tx: Reader, most: number): Promise<{ all: number; urgent: number }> {
  const count = (isCounted: ReturnType<typeof sql<boolean>>) =>
    sql<number>`(SELECT count(*) FROM (SELECT 1 FROM support_messages
      WHERE received_at > app_now() - interval '1 hour' AND ${isCounted} LIMIT ${most}) AS counted)`;
  const row = await tx
    .selectFrom(sql<{ one: number }>`(SELECT 1 AS one)`.as('only'))
    .select([count(sql<boolean>`true`).as('all'), count(sql<boolean>`urgent`).as('urgent')])
    .executeTakeFirstOrThrow();
  return row;
}
