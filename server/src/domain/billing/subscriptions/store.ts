import { sql } from 'kysely';
import { hasName } from '../../../platform/db/queries/like-patterns.ts';
import type { Reader, Tx } from '../../database.ts';
import { selectUserRows, type UserRow } from './reads.ts';

/**
 * Lists open accounts, newest first. `search` is a literal part of the email or center ID, or a name in either
 * alphabet.
 */
export async function listUsers(
  tx: Reader,
  search: string,
  page: { limit: number; after: { at: string; id: string } | null },
): Promise<UserRow[]> {
  let query = selectUserRows(tx);
  if (search !== '')
    query = query.where(
      sql<boolean>`(position(any_case(${search}) IN u.email) > 0 OR position(any_case(${search}) IN any_case(c.center_id)) > 0
        OR ${hasName('c.name_key', search)} OR ${hasName('d.name_key', search)})`,
    );
  if (page.after)
    query = query.where(sql<boolean>`(u.created_at, u.id) < (${page.after.at}::timestamptz, ${page.after.id}::uuid)`);
  return await query.orderBy('u.created_at', 'desc').orderBy('u.id', 'desc').limit(page.limit).execute();
}

/** Locks the user's row, which has the subscription, until the transaction ends, so that concurrent renewals add up. */
export async function lockSubscription(tx: Tx, id: string): Promise<void> {
  await lockSubscriptions(tx, [id]);
}

/** Locks the rows of users, in the order of their ids: two transactions that lock some of the same do not block each other. */
export async function lockSubscriptions(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
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
