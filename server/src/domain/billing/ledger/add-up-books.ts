import { sql } from 'kysely';
import { systemScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';

/** What the books add up to. Both are 0 unless somebody changed the database past its triggers. */
export interface BookSums {
  /** Sum of all postings. */
  ledgerCents: number;
  /** Series whose numbers have a gap or a document too many, or one whose lines have other sums. */
  brokenSeries: number;
}

/** Adds the books up. Reads every posting, document and line. */
export async function addUpBooks({ db }: Pick<AppContext, 'db'>): Promise<BookSums> {
  return await db.read(systemScope('billing'), async (tx) => {
    const { rows } = await sql<BookSums>`
      SELECT ledger_cents AS "ledgerCents", broken_series AS "brokenSeries" FROM add_up_books()`.execute(tx);
    const [sums] = rows;
    if (sums === undefined) throw new Error('The books gave no sums.');
    return sums;
  });
}
