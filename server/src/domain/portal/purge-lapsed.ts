import { sql } from 'kysely';
import { systemScope } from '../authorization/may.ts';
import type { Portal } from './portal.ts';

const batch = 1_000; // rows of a table in one transaction
const mostBatches = 100;

/**
 * Removes what is over: sessions, messages, mailed links, Idempotency-Keys and ended uploads of 30 days ago, codes of 8 days ago that
 * became no request, links to block a doctor of 90 days ago, and blocks of 30 days after their end. A batch a transaction, until little is left or enough was done for a day. Answers how many went.
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
