import { type Expression, type QueryExecutorProvider, sql } from 'kysely';

/** Counts a query's rows in the database, up to `max`: a list shows a longer one as "more than". */
export async function countRows(tx: QueryExecutorProvider, query: Expression<unknown>, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (SELECT FROM (${query}) AS matching LIMIT ${max}) AS counted`.execute(tx);
  return rows[0]?.count ?? 0;
}
