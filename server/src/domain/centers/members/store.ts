import type { Language } from '@medcloud/contract/languages';
import type { CenterRole } from '@medcloud/contract/permissions';
import { type Expression, sql } from 'kysely';
import type { RoleName } from '../../core/column-values.ts';
import { notifySessionsEnd } from '../../core/notify-clients.ts';
import type { Reader, Tx } from '../../database.ts';

export interface MemberRow {
  id: string;
  userId: string | null;
  displayName: string;
  username: string;
  email: string;
  language: Language;
  roles: CenterRole[];
  state: 'invited' | 'active' | 'suspended' | 'ended';
  invitedAt: Date;
  inviteExpiresAt: Date;
  joinedAt: Date | null;
}

const columns = [
  'id',
  'user_id as userId',
  'display_name as displayName',
  'username',
  'email',
  'language',
  'roles',
  'state',
  'invited_at as invitedAt',
  'invite_expires_at as inviteExpiresAt',
  'joined_at as joinedAt',
] as const;

/** Members who have not left, of one center. */
export const maxMembers = 500;
/** Members who left and are still listed. */
const maxEnded = 100;

/** Lists a center's members by name, then the last hundred who left. */
export async function listMembers(tx: Reader, centerId: string): Promise<MemberRow[]> {
  const rows = tx.selectFrom('center_members').select(columns).where('center_id', '=', centerId);
  const present = await rows
    .where('state', '<>', 'ended')
    .orderBy('display_name')
    .orderBy('id')
    .limit(maxMembers)
    .execute();
  const ended = await rows
    .where('state', '=', 'ended')
    .orderBy('ended_at', 'desc')
    .orderBy('id')
    .limit(maxEnded)
    .execute();
  return [...present, ...ended];
}

/** Counts a center's members who have not left, and those invited within a day. */
export async function countMembers(tx: Reader, centerId: string): Promise<{ present: number; invitedToday: number }> {
  const count = (condition: Expression<boolean>) => sql<number>`(count(*) FILTER (WHERE ${condition}))::int`;
  return await tx
    .selectFrom('center_members')
    .select([
      count(sql`state <> 'ended'`).as('present'),
      count(sql`invited_at > app_now() - interval '1 day'`).as('invitedToday'),
    ])
    .where('center_id', '=', centerId)
    .executeTakeFirstOrThrow();
}

/** Locks changes of a center's team until the transaction ends. */
export async function lockTeam(tx: Tx, centerId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('medcloud team ' || ${centerId}, 0))`.execute(tx);
}

/** Finds a member of a center and locks its row. */
export async function lockMember(tx: Tx, centerId: string, id: string): Promise<MemberRow | null> {
  const row = await tx
    .selectFrom('center_members')
    .select(columns)
    .where('center_id', '=', centerId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Finds a member of a center. */
export async function findMember(tx: Reader, centerId: string, id: string): Promise<MemberRow | null> {
  const query = tx.selectFrom('center_members').select(columns).where('center_id', '=', centerId).where('id', '=', id);
  return (await query.executeTakeFirst()) ?? null;
}

/** The center of a mailed invitation, and the account of the invited address. */
export interface InvitationRow {
  centerId: string;
  centerName: string;
  centerCode: string;
  /** Null if no account has the address. */
  accountId: string | null;
  accountRole: RoleName | null;
  /** The account signs in nowhere: its memberships ended or rest, and it has no other rights. */
  isRejoining: boolean;
  /** Of the center's own account. */
  ownerEmail: string;
  ownerLanguage: Language;
}

/** Finds the same for the scope's invitation; null once it is accepted, replaced, ended or too old. */
export async function findInvitation(tx: Reader): Promise<InvitationRow | null> {
  const { rows } = await sql<InvitationRow>`
    SELECT center AS "centerId", center_name AS "centerName", center_code AS "centerCode", account AS "accountId",
      account_role AS "accountRole", account IS NOT DISTINCT FROM scope_rejoining() AND account IS NOT NULL AS "isRejoining",
      owner_email AS "ownerEmail", owner_language AS "ownerLanguage"
    FROM find_invitation()`.execute(tx);
  return rows[0] ?? null;
}

/** Locks the membership of a mailed invitation, so that one of several requests at once accepts it. */
export async function lockInvitation(tx: Tx): Promise<void> {
  const query = tx.selectFrom('center_members').select('id').where('id', '=', sql<string>`scope_invited()`);
  await query.forNoKeyUpdate().execute();
}

/** Finds the member of a mailed invitation, in its scope. */
export async function findInvitedMember(tx: Reader): Promise<MemberRow | null> {
  const query = tx.selectFrom('center_members').select(columns).where('id', '=', sql<string>`scope_invited()`);
  return (await query.executeTakeFirst()) ?? null;
}

export interface NewMember {
  id: string;
  centerId: string;
  displayName: string;
  username: string;
  email: string;
  language: Language;
  roles: CenterRole[];
  invitedBy: string;
  inviteHash: Buffer;
}

/** How long a mailed invitation works. */
export const invitationDays = 7;
const invitationEnd = sql<Date>`app_now() + make_interval(days => ${sql.lit(invitationDays)})`;

export async function insertMember(tx: Tx, member: NewMember): Promise<void> {
  await tx
    .insertInto('center_members')
    .values({
      id: member.id,
      center_id: member.centerId,
      display_name: member.displayName,
      username: member.username,
      email: member.email,
      language: member.language,
      roles: member.roles,
      invited_by: member.invitedBy,
      invite_hash: member.inviteHash,
      invite_expires_at: invitationEnd,
    })
    .execute();
}

export async function updateMember(
  tx: Tx,
  id: string,
  { displayName, username, roles }: { displayName: string; username: string; roles: CenterRole[] },
): Promise<void> {
  await tx
    .updateTable('center_members')
    .set({ display_name: displayName, username, roles })
    .where('id', '=', id)
    .execute();
}

/** Replaces the mailed link of a member who has not joined. */
export async function replaceInvitation(tx: Tx, id: string, inviteHash: Buffer): Promise<void> {
  await tx
    .updateTable('center_members')
    .set({ invite_hash: inviteHash, invited_at: sql<Date>`app_now()`, invite_expires_at: invitationEnd })
    .where('id', '=', id)
    .where('state', '=', 'invited')
    .execute();
}

/** Joins the account to the membership of the scope's invitation. Returns false if it is no longer open. */
export async function joinMember(tx: Tx, id: string, userId: string): Promise<boolean> {
  const row = await tx
    .updateTable('center_members')
    .set({ user_id: userId, state: 'active', joined_at: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('state', '=', 'invited')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Suspends, reinstates or ends a membership. Its sessions and tokens end unless it is active. Returns how many ended. */
export async function changeMemberState(
  tx: Tx,
  id: string,
  state: 'active' | 'suspended' | 'ended',
): Promise<{ sessions: number; tokens: number }> {
  const now = sql<Date>`app_now()`;
  // also one of a sign-in that ran while the member was suspended
  if (state === 'active') await endAccess(tx, id);
  await tx
    .updateTable('center_members')
    .set({ state, suspended_at: state === 'suspended' ? now : null, ended_at: state === 'ended' ? now : null })
    .where('id', '=', id)
    .execute();
  return await endAccess(tx, id);
}

/** Ends the sessions and tokens of a membership that is suspended or ended. */
async function endAccess(tx: Tx, id: string): Promise<{ sessions: number; tokens: number }> {
  const { rows } = await sql<{ id: string; isToken: boolean }>`
    SELECT ended_id AS id, is_token AS "isToken" FROM end_member_access(${id})`.execute(tx);
  await notifySessionsEnd(
    tx,
    rows.map((row) => row.id),
  );
  const tokens = rows.filter(({ isToken }) => isToken).length;
  return { sessions: rows.length - tokens, tokens };
}

/** What who manages a team sees of its members' accounts. */
export interface MemberSecurity {
  memberId: string;
  hasFactor: boolean;
  lastSignInAt: Date | null;
}

/** Lists the same; empty for others than who manages the team. */
export async function listMemberSecurity(tx: Reader, ids: readonly string[]): Promise<MemberSecurity[]> {
  const { rows } = await sql<MemberSecurity>`
    SELECT member_id AS "memberId", has_factor AS "hasFactor", last_sign_in_at AS "lastSignInAt"
    FROM member_security(${ids}::uuid[])`.execute(tx);
  return rows;
}
