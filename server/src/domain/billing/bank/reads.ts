import { sql } from 'kysely';
import type { Reader } from '../../database.ts';

/** Counts movements before a day that wait for a decision. */
export async function countOldLines(tx: Reader, before: string): Promise<number> {
  const row = await tx
    .selectFrom('bank_lines')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('state', 'in', ['proposed', 'unmatched'])
    .where('day', '<', before)
    .executeTakeFirstOrThrow();
  return row.count;
}
