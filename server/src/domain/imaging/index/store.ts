import type { Insertable } from 'kysely';
import type { Tx } from '../../database.ts';
import type { SeriesTable, StudiesTable } from '../tables.ts';

// A statement takes at most 65,535 values; a study row has 21, a series row 21.
const maxRowsPerStatement = 1_000;

/** Inserts the rows of an exam's studies, in as many statements as needed. */
export async function insertStudies(tx: Tx, rows: Insertable<StudiesTable>[]): Promise<void> {
  for (const batch of splitRows(rows)) await tx.insertInto('studies').values(batch).execute();
}

/** Inserts the rows of its series. Their studies must exist. */
export async function insertSeries(tx: Tx, rows: Insertable<SeriesTable>[]): Promise<void> {
  for (const batch of splitRows(rows)) await tx.insertInto('series').values(batch).execute();
}

function splitRows<T>(rows: T[]): T[][] {
  const count = Math.ceil(rows.length / maxRowsPerStatement);
  return Array.from({ length: count }, (_, index) =>
    rows.slice(index * maxRowsPerStatement, (index + 1) * maxRowsPerStatement),
  );
}
