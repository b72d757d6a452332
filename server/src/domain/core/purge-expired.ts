import { sql } from 'kysely';
import { systemScope } from '../authorization/authorize.ts';
import type { DbContext } from './context.ts';

const batchSize = 1_000; // rows of a table in one transaction
const maxBatches = 100;

/**
 * Purges rows that ended long enough ago, and returns how many:
 * - 8 days: codes that became no request
 * - 30 days: sessions, messages, mailed links, Idempotency-Keys, ended uploads, blocks
 * - 90 days: links to block a doctor, notifications
 *
 * Each transaction purges one batch, until a batch is not full or 100 are done. The next day's run continues.
 */
export async function purgeExpired(context: DbContext): Promise<number> {
  let removed = 0;
  for (let round = 0; round < maxBatches; round += 1) {
    const removedRows = await purgeBatch(context);
    removed += removedRows;
    if (removedRows < batchSize) break;
  }
  return removed;
}

async function purgeBatch({ db }: DbContext): Promise<number> {
  const { rows } = await db.within(systemScope('sweep'), (tx) =>
    sql<{
      count: number;
    }>`SELECT purge_lapsed(${batchSize}) + purge_blocks(${batchSize}) + purge_uploads(${batchSize})
      + purge_notifications(${batchSize}) AS count`.execute(tx),
  );
  return rows[0]?.count ?? 0;
}
