import { sql } from 'kysely';
import type { Tx } from '../database.ts';

/**
 * Waits for a running erasure of a patient, and lets none begin until the transaction ends. Call it before the
 * transaction reads whom a message is for: an erasure takes back only messages that it sees. Transactions with this lock
 * do not wait for each other.
 */
export async function excludeErasure(tx: Tx): Promise<void> {
  // the lock that erase_patient() takes alone
  await sql`SELECT pg_advisory_xact_lock_shared(hashtextextended('medcloud erasure', 0))`.execute(tx);
}
