import { sql } from 'kysely';
import { hasName } from '../../../platform/db/like-patterns.ts';
import type { DoctorState, RoleName } from '../../core/column-values.ts';
import type { Reader, Tx } from '../../database.ts';

export interface UserRow {
  id: string;
  email: string;
  role: RoleName;
  status: 'active' | 'inactive' | 'expired';
  start: string | null;
  end: string | null;
  createdAt: Date;
  centerId: string | null;
  centerName: string | null;
  doctorId: string | null;
  firstName: string | null;
  lastName: string | null;
  language: 'en' | 'el';
  doctorState: DoctorState | null;
  disabledAt: Date | null;
  disabledReason: string | null;
}

function userRows(tx: Reader) {
  return tx
    .selectFrom('users as u')
    .leftJoin('medical_centers as c', 'c.user_id', 'u.id')
    .leftJoin('doctors as d', 'd.user_id', 'u.id')
    .select([
      'u.id',
      'u.email',
      'u.role',
      'u.subscription_status as status',
      'u.subscription_start_date as start',
      'u.subscription_end_date as end',
      'u.created_at as createdAt',
      'c.center_id as centerId',
      'c.name as centerName',
      'd.id as doctorId',
      'd.first_name as firstName',
      'd.last_name as lastName',
      'u.language',
      'd.state as doctorState',
      'u.disabled_at as disabledAt',
      'u.disabled_reason as disabledReason',
    ])
    .where('u.closed_at', 'is', null);
}

/**
 * Lists open accounts, newest first. `search` is a literal part of the e-mail or center ID, or a name in either
 * alphabet.
 */
export async function listUsers(
  tx: Reader,
  search: string,
  page: { limit: number; after: { at: string; id: string } | null },
): Promise<UserRow[]> {
  let query = userRows(tx);
  if (search !== '')
    query = query.where(
      sql<boolean>`(position(any_case(${search}) IN u.email) > 0 OR position(any_case(${search}) IN any_case(c.center_id)) > 0
        OR ${hasName('c.name_key', search)} OR ${hasName('d.name_key', search)})`,
    );
  if (page.after)
    query = query.where(sql<boolean>`(u.created_at, u.id) < (${page.after.at}::timestamptz, ${page.after.id}::uuid)`);
  return await query.orderBy('u.created_at', 'desc').orderBy('u.id', 'desc').limit(page.limit).execute();
}

export async function findUser(tx: Reader, id: string): Promise<UserRow | null> {
  const row = await userRows(tx).where('u.id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Locks a user's row until the transaction ends, so that concurrent renewals add up. */
export async function lockUser(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
}

/** Finds the position of a user in the list, to read the page after it. */
export async function findUserPosition(tx: Reader, id: string): Promise<{ at: string; id: string } | null> {
  const row = await tx
    .selectFrom('users')
    .select(['id', sql<string>`created_at::text`.as('at')])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Counts open accounts, up to 1,001. */
export async function countUsers(tx: Reader, search: string): Promise<number> {
  return (await listUsers(tx, search, { limit: 1_001, after: null })).length;
}

/** Moves the first day of a doctor's next plan when an administrator changes the end of the period. */
export async function movePlanChange(tx: Tx, userId: string, from: string, today: string): Promise<void> {
  await tx
    .updateTable('doctors')
    .set({ next_plan_from: from })
    .where('user_id', '=', userId)
    .where('next_plan_from', '>', today)
    .execute();
}

/** Sets a user's subscription. The end day is included. */
export async function updateSubscription(
  tx: Tx,
  userId: string,
  subscription: { status: 'active' | 'inactive' | 'expired'; start: string; end: string },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      subscription_status: subscription.status,
      subscription_start_date: subscription.start,
      subscription_end_date: subscription.end,
    })
    .where('id', '=', userId)
    .where('role', '<>', 'admin')
    .execute();
}
