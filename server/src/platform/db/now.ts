import { sql } from 'kysely';
import type { Reader } from './database.ts';

/** The database's own time, by which things expire whatever clocks the nodes have (decision 002). */
export async function databaseNow(tx: Reader): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT app_now() AS now`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('A SELECT without FROM answers one row.');
  return row.now;
}
