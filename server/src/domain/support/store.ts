import type { Language } from '@medcloud/contract/languages';
import { sql } from 'kysely';
import type { RoleName } from '../core/column-values.ts';
import type { Reader, Tx } from '../database.ts';

export interface NewSupportMessage {
  id: string;
  reference: string;
  urgent: boolean;
  role: 'medical-center' | 'doctor' | 'admin' | 'other' | null;
  language: Language;
  content_sealed: Buffer;
  user_id: string | null;
}

/** Inserts a message as open. */
export async function insertSupportMessage(tx: Tx, message: NewSupportMessage): Promise<void> {
  await tx.insertInto('support_messages').values(message).execute();
}

/** Counts the messages of the last hour, all and urgent ones, each up to `maxCount`. */
export async function countLastHour(tx: Reader, maxCount: number): Promise<{ all: number; urgent: number }> {
  const { rows } = await sql<{ all: number; urgent: number }>`
    SELECT all_messages AS "all", urgent_messages AS urgent FROM count_support_messages(${maxCount})`.execute(tx);
  return rows[0] ?? { all: 0, urgent: 0 };
}

export interface SupportRow {
  id: string;
  reference: string;
  state: 'open' | 'answered' | 'closed';
  urgent: boolean;
  role: 'medical-center' | 'doctor' | 'admin' | 'other' | null;
  language: Language;
  encrypted: Buffer;
  receivedAt: Date;
  closedAt: Date | null;
  closedBy: string | null;
  accountId: string | null;
  accountRole: RoleName | null;
  accountEmail: string | null;
}

function supportRows(tx: Reader) {
  return tx
    .selectFrom('support_messages as m')
    .leftJoin('users as sender', 'sender.id', 'm.user_id')
    .leftJoin('users as closer', 'closer.id', 'm.closed_by')
    .select([
      'm.id',
      'm.reference',
      'm.state',
      'm.urgent',
      'm.role',
      'm.language',
      'm.content_sealed as encrypted',
      'm.received_at as receivedAt',
      'm.closed_at as closedAt',
      'closer.email as closedBy',
      'sender.id as accountId',
      'sender.role as accountRole',
      'sender.email as accountEmail',
    ]);
}

/** Filters of the list: a state, and the prefix of a reference. */
export interface SupportFilter {
  state: SupportRow['state'] | null;
  reference: string | null;
}

/** The position of a message: a page starts after it. */
export interface SupportPosition {
  urgent: boolean;
  at: string;
  id: string;
}

const matchesFilter = ({ state, reference }: SupportFilter) => sql<boolean>`
  (${state}::text IS NULL OR m.state = ${state}) AND (${reference}::text IS NULL OR starts_with(m.reference, ${reference}))`;

/** Lists messages, newest first, or urgent ones before all others. */
export async function listSupportMessages(
  tx: Reader,
  filter: SupportFilter,
  page: { isUrgentFirst: boolean; limit: number; after: SupportPosition | null },
): Promise<SupportRow[]> {
  const { isUrgentFirst, limit, after } = page;
  let query = supportRows(tx).where(matchesFilter(filter)).limit(limit);
  if (isUrgentFirst) query = query.orderBy('m.urgent', 'desc');
  if (after) query = query.where(isUrgentFirst ? isAfterUrgent(after) : isAfter(after));
  return await query.orderBy('m.received_at', 'desc').orderBy('m.id', 'desc').execute();
}

const isAfter = ({ at, id }: SupportPosition) =>
  sql<boolean>`(m.received_at, m.id) < (${at}::timestamptz, ${id}::uuid)`;
const isAfterUrgent = ({ urgent, at, id }: SupportPosition) =>
  sql<boolean>`(m.urgent, m.received_at, m.id) < (${urgent}, ${at}::timestamptz, ${id}::uuid)`;

/** Counts messages, up to 1,001. */
export async function countSupportMessages(tx: Reader, filter: SupportFilter): Promise<number> {
  const row = await tx
    .selectFrom(
      sql<object>`(SELECT 1 FROM support_messages AS m WHERE ${matchesFilter(filter)} LIMIT 1001)`.as('counted'),
    )
    .select((count) => count.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Finds the position of a message in the list, for the next page. */
export async function findSupportPosition(tx: Reader, id: string): Promise<SupportPosition | null> {
  const row = await tx
    .selectFrom('support_messages')
    .select(['id', 'urgent', sql<string>`received_at::text`.as('at')])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export async function findSupportMessage(tx: Reader, id: string): Promise<SupportRow | null> {
  const row = await supportRows(tx).where('m.id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Locks a message's row until the transaction ends. */
export async function lockSupportMessage(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('support_messages').select('id').where('id', '=', id).forUpdate().execute();
}

/** Changes open, answered or closed to answered. */
export async function markAnswered(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('support_messages')
    .set({ state: 'answered', answered_at: sql<Date>`app_now()`, closed_at: null, closed_by: null })
    .where('id', '=', id)
    .execute();
}

/** Changes open or answered to closed. Returns false if it was already closed. */
export async function markClosed(tx: Tx, id: string, adminId: string): Promise<boolean> {
  const row = await tx
    .updateTable('support_messages')
    .set({ state: 'closed', closed_at: sql<Date>`app_now()`, closed_by: adminId })
    .where('id', '=', id)
    .where('state', '<>', 'closed')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface ReplyRow {
  id: string;
  encrypted: Buffer;
  sentAt: Date;
  sentBy: string;
}

const maxReplies = 200;

/** Lists a message's answers, oldest first. */
export async function listReplies(tx: Reader, messageId: string): Promise<ReplyRow[]> {
  return await tx
    .selectFrom('support_replies as r')
    .innerJoin('users as u', 'u.id', 'r.sent_by')
    .select(['r.id', 'r.text_sealed as encrypted', 'r.sent_at as sentAt', 'u.email as sentBy'])
    .where('r.message_id', '=', messageId)
    .orderBy('r.sent_at')
    .orderBy('r.id')
    .limit(maxReplies)
    .execute();
}

/** Inserts an answer to a message, with its text encrypted. */
export async function insertReply(
  tx: Tx,
  reply: { id: string; message_id: string; text_sealed: Buffer; sent_by: string },
): Promise<void> {
  await tx.insertInto('support_replies').values(reply).execute();
}
