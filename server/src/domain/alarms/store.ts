import type { AlarmKind } from '@medcloud/contract';
import type { Language } from '@medcloud/contract/languages';
import { type RawBuilder, sql } from 'kysely';
import type { RoleName } from '../core/column-values.ts';
import type { Reader, Tx } from '../database.ts';
import type { Finding } from './count-events.ts';
import { alarmRules } from './rules.ts';
import type { AlarmsTable } from './tables.ts';

export interface NewAlarm {
  id: string;
  kind: AlarmsTable['kind'];
  /** The doctor of the act that raised it; null for all others. */
  doctorId: string | null;
  /** The center that it is about. */
  centerId?: string;
  /** The account whose money or documents it is about. */
  userId?: string;
  /** What a rule found in the audit log; omitted by an act that raises its alarm itself. */
  found?: Finding & { isHeld: boolean };
}

/** Inserts an alarm if the condition holds and its subject has no open alarm of its kind. Returns whether it did. */
export async function insertAlarm(
  tx: Tx,
  { id, kind, doctorId, centerId, userId, found }: NewAlarm,
  condition: RawBuilder<boolean>,
): Promise<boolean> {
  const subject = `${alarmRules[kind].subject}:${found?.subject ?? centerId ?? doctorId ?? userId ?? ''}`;
  const { rows } = await sql`
    INSERT INTO alarms (id, kind, subject, doctor_id, center_id, user_id, count, network, browser, system, held_at)
    SELECT ${id}::uuid, ${kind}, ${subject}, ${doctorId}::uuid, ${centerId ?? null}::uuid, ${found?.userId ?? userId ?? null}::uuid, ${found?.count ?? null}::integer,
      ${found?.network ?? null}::text, ${found?.browser ?? null}::text, ${found?.system ?? null}::text,
      CASE WHEN ${found?.isHeld ?? false}::boolean THEN app_now() END
    WHERE ${condition} ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
  return rows.length > 0;
}

export interface AlarmRow {
  id: string;
  kind: AlarmsTable['kind'];
  raisedAt: Date;
  seenAt: Date | null;
  count: number | null;
  network: string | null;
  browser: string | null;
  system: string | null;
  /** The alarm held an account, released or not. */
  wasHeld: boolean;
  isHeld: boolean;
  doctorId: string | null;
  firstName: string | null;
  lastName: string | null;
  licenseNumber: string | null;
  userId: string | null;
  role: RoleName | null;
  email: string | null;
  language: Language | null;
  centerName: string | null;
}

const maxListed = 200;

const isHeld = sql<boolean>`a.held_at IS NOT NULL AND a.released_at IS NULL`;

function selectAlarms(tx: Reader) {
  return tx
    .selectFrom('alarms as a')
    .leftJoin('doctors as named', 'named.id', 'a.doctor_id')
    .leftJoin('medical_centers as own', 'own.id', 'a.center_id')
    .leftJoin('users as u', (join) =>
      join.on('u.id', '=', sql<string>`coalesce(a.user_id, named.user_id, own.user_id)`),
    )
    .leftJoin('doctors as d', 'd.user_id', 'u.id')
    .leftJoin('medical_centers as c', 'c.user_id', 'u.id')
    .select(['a.id', 'a.kind', 'a.raised_at as raisedAt', 'a.seen_at as seenAt'])
    .select(['a.count', 'a.network', 'a.browser', 'a.system', isHeld.as('isHeld')])
    .select([sql<boolean>`a.held_at IS NOT NULL`.as('wasHeld')])
    .select(['d.id as doctorId', 'd.first_name as firstName', 'd.last_name as lastName'])
    .select(['d.license_number as licenseNumber', 'c.name as centerName'])
    .select(['u.id as userId', 'u.role', 'u.email', 'u.language']);
}

/** Lists the alarms that are not marked seen or hold an account, newest first. */
export async function listOpenAlarms(tx: Reader): Promise<AlarmRow[]> {
  return await selectAlarms(tx)
    .where(({ or, eb }) => or([eb('a.seen_at', 'is', null), isHeld]))
    .orderBy('a.raised_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(maxListed)
    .execute();
}

export async function findAlarm(tx: Reader, id: string): Promise<AlarmRow | null> {
  return (await selectAlarms(tx).where('a.id', '=', id).executeTakeFirst()) ?? null;
}

/** Finds the unseen alarm of a kind about an account. */
export async function findUnseenAlarm(tx: Reader, kind: AlarmKind, userId: string): Promise<AlarmRow | null> {
  const query = selectAlarms(tx).where('a.kind', '=', kind).where('a.subject', '=', `account:${userId}`);
  return (await query.where('a.seen_at', 'is', null).executeTakeFirst()) ?? null;
}

/** open -> seen. Returns false if it was already seen or does not exist. */
export async function markSeen(tx: Tx, id: string, userId: string): Promise<boolean> {
  const row = await tx
    .updateTable('alarms')
    .set({ seen_at: sql<Date>`app_now()`, seen_by: userId })
    .where('id', '=', id)
    .where('seen_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks all holds of an account released. Returns false if there was none. */
export async function releaseHolds(tx: Tx, userId: string, releasedBy: string): Promise<boolean> {
  const rows = await tx
    .updateTable('alarms')
    .set({ released_at: sql<Date>`app_now()`, released_by: releasedBy })
    .where('user_id', '=', userId)
    .where('held_at', 'is not', null)
    .where('released_at', 'is', null)
    .returning('id')
    .execute();
  return rows.length > 0;
}

/** An alarm that waits for a mail, with the account that it is about. */
export interface MailedAlarm {
  id: string;
  kind: AlarmKind;
  raisedAt: Date;
  count: number | null;
  network: string | null;
  browser: string | null;
  system: string | null;
  isHeld: boolean;
  isSeen: boolean;
  userId: string | null;
  role: RoleName | null;
  language: Language | null;
  email: string | null;
  /** Of the center or the doctor. */
  name: string | null;
  administratorsDue: boolean;
  accountDue: boolean;
}

/** Least time between two mails of a kind to the same recipient. */
const mailWindowSeconds = 3_600;

/** Lists at most 200 alarms of which a mail is due, oldest first. */
export async function listAlarmsToMail(tx: Reader): Promise<MailedAlarm[]> {
  const { rows } = await sql<MailedAlarm>`
    SELECT id, kind, raised_at AS "raisedAt", count, network, browser, system, is_held AS "isHeld", is_seen AS "isSeen",
      user_id AS "userId", role, language, email, name, administrators_due AS "administratorsDue", account_due AS "accountDue"
    FROM alarms_to_mail(make_interval(secs => ${mailWindowSeconds}))`.execute(tx);
  return rows;
}

export interface Administrator {
  id: string;
  email: string;
  language: Language;
}

/** Lists the administrators who get the mails of alarms, at most 50. */
export async function listAdministrators(tx: Reader): Promise<Administrator[]> {
  return (await sql<Administrator>`SELECT id, email, language FROM administrators_to_mail()`.execute(tx)).rows;
}

/** Ids of alarms by their recipients. `withoutMail`: no mail is due, which does not delay other mails of the kind. */
export interface MailMarks {
  administrators: readonly string[];
  accounts: readonly string[];
  withoutMail: { administrators: readonly string[]; accounts: readonly string[] };
}

/** Marks alarms as mailed. */
export async function markMailed(tx: Tx, { administrators, accounts, withoutMail }: MailMarks): Promise<void> {
  await sql`
    UPDATE alarms SET
      administrators_mailed_at = coalesce(administrators_mailed_at, CASE WHEN id = ANY (${administrators}::uuid[]) THEN app_now()
        WHEN id = ANY (${withoutMail.administrators}::uuid[]) THEN 'epoch' END),
      account_mailed_at = coalesce(account_mailed_at, CASE WHEN id = ANY (${accounts}::uuid[]) THEN app_now()
        WHEN id = ANY (${withoutMail.accounts}::uuid[]) THEN 'epoch' END)
    WHERE id = ANY (${[...administrators, ...accounts, ...withoutMail.administrators, ...withoutMail.accounts]}::uuid[])`.execute(
    tx,
  );
}
