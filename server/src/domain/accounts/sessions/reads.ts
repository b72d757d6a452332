import { sql } from 'kysely';
import type { Reader } from '../../database.ts';

/** True if the transaction's session has not ended since its request was authenticated. */
export async function isSignedIn(tx: Reader): Promise<boolean> {
  const { rows } = await sql<{ signedIn: boolean }>`SELECT scope_user() IS NOT NULL AS "signedIn"`.execute(tx);
  return rows[0]?.signedIn ?? false;
}

/**
 * True if a session of the scope's account has reached its absolute limit. Whether it was used meanwhile does not matter.
 * Never true for an API token, which the scope itself checks.
 */
export async function hasSessionExpired(tx: Reader, sessionId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('expires_at', '<=', sql<Date>`app_now()`)
    .executeTakeFirst();
  return row !== undefined;
}
