import { sql } from 'kysely';
import type { Reader, Tx } from '../../../database.ts';
import type { AttemptRow } from '../attempt-store.ts';

/** An attempt that an administrator decides about, with what came: in the currency's smallest unit. */
export type UndecidedAttempt = AttemptRow & {
  receivedRef: string;
  receivedCents: number;
  receivedCurrency: string;
};

/** Returns whether an attempt is, or was, for an administrator to decide. */
export function wasUndecided(attempt: AttemptRow): attempt is UndecidedAttempt {
  return attempt.receivedRef !== null;
}

const maxListed = 50;

/** Lists the payments to decide of an account or of all, the earliest first. */
export async function listUndecided(tx: Reader, userId?: string) {
  let query = tx
    .selectFrom('payment_attempts as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .leftJoin('medical_centers as c', 'c.user_id', 'u.id')
    .leftJoin('doctors as d', 'd.user_id', 'u.id')
    .select(['a.id', 'a.user_id as userId', 'a.cents as askedCents', 'a.settled_at as at'])
    .select(sql<string>`coalesce(c.name, d.first_name || ' ' || d.last_name, u.email)`.as('name'))
    .select(['a.received_cents as cents', 'a.received_currency as currency'])
    .where('a.state', '=', 'review')
    .where('a.received_ref', 'is not', null);
  if (userId !== undefined) query = query.where('a.user_id', '=', userId);
  return await query.orderBy('a.settled_at').orderBy('a.id').limit(maxListed).execute();
}

/** Finds the attempt that brought a payment of the provider, if it was not what was asked. */
export async function findReceived(tx: Reader, ref: string): Promise<{ id: string; userId: string } | null> {
  const row = await tx
    .selectFrom('payment_attempts')
    .select(['id', 'user_id as userId'])
    .where('received_ref', '=', ref)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns whether what an attempt brought was sent back, or is on its way. */
export async function isGivenBack(tx: Reader, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payment_attempts')
    .select('id')
    .where('reviewed_id', '=', id)
    .where('state', 'not in', ['refused', 'failed', 'cancelled'])
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Locks the list of payments to decide until the transaction ends: the account's alarm is raised and ended by what the list has then.
 * The caller has locked the account.
 */
export async function lockUndecided(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('medcloud undecided payments', 0))`.execute(tx);
}
