import { sql } from 'kysely';
import type { Reader, Tx } from '../../database.ts';

/**
 * Lists exams whose scan is due, by id: `waiting` for their first one, `tried` before, or of the state `none`. Runs in the
 * purpose's scope.
 */
export async function listExamsToScan(
  tx: Reader,
  state: 'none' | 'waiting' | 'tried',
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM exams_to_scan(${state}, ${limit}::integer) AS id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Releases up to `limit` exams that wait for a scanner, unless a node with one ran within the last 24 hours. Runs in the
 * purpose's scope.
 */
export async function releaseUnscanned(tx: Tx, limit: number): Promise<void> {
  await sql`SELECT release_unscanned(${limit}::integer)`.execute(tx);
}
