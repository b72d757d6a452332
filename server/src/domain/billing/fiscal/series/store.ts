import { type Insertable, sql } from 'kysely';
import type { Tx } from '../../../database.ts';
import type { FiscalFoundDocumentsTable } from './tables.ts';

export async function markChecked(tx: Tx): Promise<void> {
  await tx.updateTable('fiscal_checks').set({ is_needed: false, checked_at: sql<Date>`app_now()` }).execute();
}

/** Inserts documents that only the authority has, in the scope `fiscal-check`, which reads none. Returns how many are new. */
export async function insertFound(tx: Tx, rows: readonly Insertable<FiscalFoundDocumentsTable>[]): Promise<number> {
  if (rows.length === 0) return 0;
  const result = await tx
    .insertInto('fiscal_found_documents')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0n);
}

/**
 * Takes over the documents that only the authority has: their series go on after them. Returns their numbers, the
 * earliest first.
 */
export async function takeOverFound(tx: Tx, userId: string) {
  const taken = await tx
    .updateTable('fiscal_found_documents')
    .set({ taken_over_at: sql<Date>`app_now()`, taken_over_by: userId })
    .where('taken_over_at', 'is', null)
    .returning(['series', 'year', 'number'])
    .execute();
  if (taken.length > 0) await sql`SELECT take_over_series()`.execute(tx);
  return taken.toSorted((one, other) => one.number - other.number);
}
