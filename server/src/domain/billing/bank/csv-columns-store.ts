import type { Reader, Tx } from '../../database.ts';
import { type CsvColumns, type FindColumns, findColumns, hashHeadings } from './read/csv-columns.ts';

const maxSets = 500;

/** Reads the columns that administrators mapped. Returns a function that finds those of a row, before the known ones. */
export async function readColumnFinder(tx: Reader): Promise<FindColumns> {
  const rows = await tx
    .selectFrom('bank_csv_columns')
    .select(['key', 'columns'])
    .orderBy('saved_at', 'desc')
    .limit(maxSets)
    .execute();
  const saved = new Map(rows.map(({ key, columns }) => [key.toString('hex'), columns]));
  return (row) => saved.get(hashHeadings(row)) ?? findColumns(row);
}

/** Inserts or replaces what the columns of a set of headings are. */
export async function upsertColumns(
  tx: Tx,
  { headings, columns, userId, at }: { headings: readonly string[]; columns: CsvColumns; userId: string; at: Date },
): Promise<void> {
  const values = { headings: [...headings], columns: JSON.stringify(columns), saved_by: userId, saved_at: at };
  await tx
    .insertInto('bank_csv_columns')
    .values({ key: Buffer.from(hashHeadings(headings), 'hex'), ...values })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
    .execute();
}
