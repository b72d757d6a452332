import { sql } from 'kysely';
import type { Reader, Tx } from '../../database.ts';
import type { MonthRow } from './reads.ts';

const firstDayOf = (month: string) => `${month}-01`;

/** Lists the stored months from `first` to `last` (`YYYY-MM`), up to the first one that is not stored. */
export async function listStoredMonths(
  tx: Reader,
  { first, last, basisPoints }: { first: string; last: string; basisPoints: number },
): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow & { isStored: boolean }>`
    SELECT to_char(g.day, 'YYYY-MM') AS month, m.month IS NOT NULL AS "isStored", m.accounts, m.mrr_cents AS "mrrCents",
      m.start_accounts AS "startAccounts", m.start_cents AS "startCents", m.ended_accounts AS "endedAccounts", m.ended_cents AS "endedCents"
    FROM generate_series(${firstDayOf(first)}::date, ${firstDayOf(last)}::date, interval '1 month') g (day)
    LEFT JOIN billing_months m ON m.month = g.day::date AND m.basis_points = ${basisPoints} ORDER BY g.day`.execute(tx);
  const missing = rows.findIndex(({ isStored }) => !isStored);
  return (missing < 0 ? rows : rows.slice(0, missing)).map(({ isStored, ...row }) => row);
}

/**
 * Waits for transactions that change periods, and holds others back until this one ends: months that are computed now do
 * not miss a change (`forget_months()` takes the other side of the lock).
 */
export async function lockPeriods(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('medcloud billing months', 0))`.execute(tx);
}

/** Stores months, instead of those that were computed with another rate. */
export async function storeMonthRows(tx: Tx, rows: readonly MonthRow[], basisPoints: number): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('billing_months')
    .values(
      rows.map((row) => ({
        ...{ month: firstDayOf(row.month), basis_points: basisPoints, accounts: row.accounts, mrr_cents: row.mrrCents },
        ...{ start_accounts: row.startAccounts, start_cents: row.startCents },
        ...{ ended_accounts: row.endedAccounts, ended_cents: row.endedCents },
      })),
    )
    .onConflict((conflict) =>
      conflict.column('month').doUpdateSet((of) => ({
        basis_points: of.ref('excluded.basis_points'),
        accounts: of.ref('excluded.accounts'),
        mrr_cents: of.ref('excluded.mrr_cents'),
        start_accounts: of.ref('excluded.start_accounts'),
        start_cents: of.ref('excluded.start_cents'),
        ended_accounts: of.ref('excluded.ended_accounts'),
        ended_cents: of.ref('excluded.ended_cents'),
      })),
    )
    .execute();
}
