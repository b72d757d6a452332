import { type QueryExecutorProvider, sql } from 'kysely';

/** Returns the database's time, which decides all expiries independently of the nodes' clocks (decision 002). */
export async function databaseNow(tx: QueryExecutorProvider): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT app_now() AS now`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('A SELECT without FROM returns one row.');
  return row.now;
}
