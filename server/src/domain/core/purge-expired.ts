import { sql } from 'kysely';
import { systemScope } from '../authorization/authorize.ts';
import type { AppContext } from './context.ts';

const batchSize = 1_000; // rows of a table in one transaction
const maxBatches = 100;

/**
 * Removes what has been over for long enough, and answers how many rows went:
 * - 8 days: codes that became no request
 * - 30 days: sessions, messages, mailed links, Idempotency-Keys, ended uploads, blocks
 * - 90 days: links by which a doctor could be blocked
 *
 * One batch a transaction, until a batch is not full or a hundred are done; the next day goes on.
 */
export async function purgeExpired(context: Pick<AppContext, 'db'>): Promise<number> {
  let removed = 0;
  for (let round = 0; round < maxBatches; round += 1) {
    const removedRows = await purgeBatch(context);
    removed += removedRows;
    if (removedRows < batchSize) break;
  }
  return removed;
}

async function purgeBatch({ db }: Pick<AppContext, 'db'>): Promise<number> {
  const { rows } = await db.within(systemScope('sweep'), (tx) =>
    sql<{
      count: number;
    }>`SELECT purge_lapsed(${batchSize}) + purge_blocks(${batchSize}) + purge_uploads(${batchSize}) AS count`.execute(
      tx,
    ),
  );
  return rows[0]?.count ?? 0;
}
