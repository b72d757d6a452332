import { sql } from 'kysely';
import type { Reader } from '../../database.ts';

/** True if the transaction's session has not ended since its request was authenticated. */
export async function isSignedIn(tx: Reader): Promise<boolean> {
  const { rows } = await sql<{ signedIn: boolean }>`SELECT scope_user() IS NOT NULL AS "signedIn"`.execute(tx);
  return rows[0]?.signedIn ?? false;
}
