import { sql } from 'kysely';
import type { ScanStateName } from '../../core/column-values.ts';
import type { Reader, Tx } from '../../database.ts';

/** Lists exams in this state whose scan is due, by id. Runs in the purpose's scope. */
export async function listExamsToScan(
  tx: Reader,
  state: Extract<ScanStateName, 'none' | 'waiting'>,
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
