import { type NotificationKind, notificationKinds } from '@medcloud/contract/choices';
import type { Language } from '@medcloud/contract/languages';
import {
  type NotificationChanges,
  type NotificationSettings,
  notificationSettings,
} from '@medcloud/contract/shapes/account/notifications';
import { sql } from 'kysely';
import type { Reader, Tx } from '../database.ts';

/** Notes for the doctors of grants what the transaction did to them, unless they chose never. */
export async function insertAccessNotes(
  tx: Tx,
  kind: Exclude<NotificationKind, 'exam_arrived'>,
  accessIds: readonly string[],
): Promise<void> {
  await sql`SELECT note_access(${kind}, ${accessIds}::uuid[])`.execute(tx);
}

/** Notes an exam for the doctors whose grant covers it now, unless they chose never. */
export async function insertExamNotes(tx: Tx, examId: string): Promise<void> {
  await sql`SELECT note_exam(${examId})`.execute(tx);
}

/** Reads the user's choices; the preset where nothing was chosen. */
export async function readChoices(tx: Reader, userId: string): Promise<NotificationSettings> {
  const { rows } = await sql<{ kind: string; choice: string }>`
    SELECT k.kind, notification_choice(c.choice, k.kind) AS choice FROM unnest(${notificationKinds}::text[]) AS k (kind)
    LEFT JOIN notification_choices c ON c.kind = k.kind AND c.user_id = ${userId}`.execute(tx);
  return notificationSettings.parse(Object.fromEntries(rows.map(({ kind, choice }) => [kind, choice])));
}

/** Stores the user's choices of the named kinds. What was noted and not sent follows them: it is deleted where the choice is never. */
export async function storeChoices(tx: Tx, userId: string, changes: NotificationChanges): Promise<void> {
  const rows = notificationKinds.flatMap((kind) => {
    const choice = changes[kind];
    return choice === undefined ? [] : [{ user_id: userId, kind, choice }];
  });
  if (rows.length === 0) return;
  await tx
    .insertInto('notification_choices')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind']).doUpdateSet((row) => ({ choice: row.ref('excluded.choice') })),
    )
    .execute();
  await sql`
    UPDATE notifications n SET is_at_once = c.choice = 'at-once' FROM notification_choices c
    WHERE n.user_id = ${userId} AND n.sent_at IS NULL AND c.user_id = n.user_id AND c.kind = n.kind`.execute(tx);
  const silenced = rows.flatMap(({ kind, choice }) => (choice === 'never' ? [kind] : []));
  if (silenced.length === 0) return;
  await tx
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('kind', 'in', silenced)
    .where('sent_at', 'is', null)
    .execute();
}

/** What one doctor is to be mailed about, of one kind. */
export interface DueNotification {
  userId: string;
  email: string;
  language: Language;
  firstName: string;
  lastName: string;
  isDigest: boolean;
  kind: NotificationKind;
  ids: number[];
  /** Number of exams, or of patients for the kinds of access. */
  subjects: number;
  /** Their public IDs. */
  patients: string[];
}

/** Waits until no other node sends notifications, and lets none begin until the transaction ends. */
export async function lockSending(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('medcloud notifications', 0))`.execute(tx);
}

/** Lists the next users, by id, for whom something may be due. */
export async function listNextUsers(tx: Reader, timeZone: string, after: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT next_notified_users(${timeZone}, ${after}, ${most}) AS id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Takes what is due for these users, and deletes what may not be mailed to them any more. */
export async function takeDue(tx: Tx, timeZone: string, users: readonly string[]): Promise<DueNotification[]> {
  const { rows } = await sql<DueNotification>`
    SELECT user_id AS "userId", email, language, first_name AS "firstName", last_name AS "lastName", is_digest AS "isDigest",
      kind, ids, subjects, patients FROM due_notifications(${timeZone}, ${users}::uuid[])`.execute(tx);
  return rows;
}

/** Marks notifications as sent, in a digest of the day or each in its own mail. */
export async function markSent(tx: Tx, ids: readonly number[], digestOn: string | null): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('notifications')
    .set({ sent_at: sql<Date>`app_now()`, digest_on: digestOn })
    .where(sql<boolean>`id = ANY (${ids}::bigint[])`)
    .where('sent_at', 'is', null)
    .execute();
}
