import { sql } from 'kysely';
import type { Tx } from '../../database.ts';

/** Locks an address until the transaction ends, so that concurrent requests for it are counted correctly. */
export async function lockAddress(tx: Tx, emailIndex: Buffer): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(3, hashtext(${emailIndex.toString('hex')}))`.execute(tx);
}
