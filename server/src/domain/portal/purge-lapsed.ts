import { sql } from 'kysely';
import { systemScope } from '../authorization/may.ts';
import type { Portal } from './portal.ts';

const batch = 1_000; // rows of a table in one transaction
const mostBatches = 100;

/**
 * Removes what has been over for long enough, and answers how many rows went:
 * - 8 days: codes that became no request
 * - 30 days: sessions, messages, mailed links, Idempotency-Keys, ended uploads, blocks
 * - 90 days: links by which a doctor could be blocked
 *
 * One batch a transaction, until a batch is not full or a hundred are done; the next day goes on.
 */
export async function purgeLapsed(portal: Pick<Portal, 'db'>): Promise<number> {
  let removed = 0;
  for (let round = 0; round < mostBatches; round += 1) {
    const gone = await purgeBatch(portal);
    removed += gone;
    if (gone < batch) break;
  }
  return removed;
}

async function purgeBatch({ db }: Pick<Portal, 'db'>): Promise<number> {
  const { rows } = await db.within(systemScope('sweep'), (tx) =>
    sql<{
      count: number;
    }>`SELECT purge_lapsed(${batch}) + purge_blocks(${batch}) + purge_uploads(${batch}) AS count`.execute(tx),
  );
  return rows[0]?.count ?? 0;
}
