import type { Tx } from '../../database.ts';

/**
 * Locks the caller's own session until the transaction ends, so a concurrent revocation waits. Returns false if it has
 * ended.
 */
export async function lockSession(tx: Tx, sessionId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}
