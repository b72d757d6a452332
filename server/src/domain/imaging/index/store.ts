import type { Insertable } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import type { SeriesTable, StudiesTable } from '../../../platform/db/schema/imaging-schema.ts';

// A statement takes 65,535 values; a study has 21, a series 21.
const maxRowsPerStatement = 1_000;

/** Adds the rows of an exam's studies, as many statements as their number needs. */
export async function insertStudies(tx: Tx, rows: Insertable<StudiesTable>[]): Promise<void> {
  for (const batch of splitRows(rows)) await tx.insertInto('studies').values(batch).execute();
}

/** Adds the rows of its series; their studies stand already. */
export async function insertSeries(tx: Tx, rows: Insertable<SeriesTable>[]): Promise<void> {
  for (const batch of splitRows(rows)) await tx.insertInto('series').values(batch).execute();
}

function splitRows<T>(rows: T[]): T[][] {
  const count = Math.ceil(rows.length / maxRowsPerStatement);
  return Array.from({ length: count }, (_, index) =>
    rows.slice(index * maxRowsPerStatement, (index + 1) * maxRowsPerStatement),
  );
}
