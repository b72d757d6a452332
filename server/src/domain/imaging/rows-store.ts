import type { Insertable } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { SeriesTable, StudiesTable } from '../../platform/db/imaging-schema.ts';

// A statement takes 65,535 values; a study has 21, a series 21.
const rowsAtOnce = 1_000;

/** Adds the rows of an exam's studies, as many statements as their number needs. */
export async function insertStudies(tx: Tx, rows: Insertable<StudiesTable>[]): Promise<void> {
  for (const some of parts(rows)) await tx.insertInto('studies').values(some).execute();
}

/** Adds the rows of its series; their studies stand already. */
export async function insertSeries(tx: Tx, rows: Insertable<SeriesTable>[]): Promise<void> {
  for (const some of parts(rows)) await tx.insertInto('series').values(some).execute();
}

function parts<T>(rows: T[]): T[][] {
  const count = Math.ceil(rows.length / rowsAtOnce);
  return Array.from({ length: count }, (_, index) => rows.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce));
}
