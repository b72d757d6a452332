import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { copyTemplate } from '../../../test/harness/cluster.ts';
import { type Database, openDatabase } from './database.ts';
import { preparedMarker } from './prepared-statements.ts';
import { RowScope } from './row-scope.ts';

/** A scope with a name in place of the session id. */
class Owner extends RowScope {
  readonly session: string;
  readonly link = null;
  readonly system = null;
  constructor(name: string) {
    super();
    this.session = name;
  }
}

let copy: Awaited<ReturnType<typeof copyTemplate>>;
let db: Database<unknown>;
beforeAll(async () => {
  copy = await copyTemplate(inject('cluster'));
  const { connection } = copy;
  // One connection, so all queries use the same prepared statements.
  db = openDatabase<unknown>({ connection, applicationName: 'test', poolSize: 1, onConnectionLost: () => undefined });
  await db.pool.query(`
    CREATE TABLE letters (id integer PRIMARY KEY, owner text NOT NULL);
    ALTER TABLE letters ENABLE ROW LEVEL SECURITY; ALTER TABLE letters FORCE ROW LEVEL SECURITY;
    CREATE POLICY own ON letters TO medcloud_app USING (owner = current_setting('medcloud.session', true));
    GRANT SELECT ON letters TO medcloud_app;
    INSERT INTO letters SELECT n, CASE n % 2 WHEN 0 THEN 'even' ELSE 'odd' END FROM generate_series(1, 20) AS n`);
});
afterAll(async () => {
  await db.close();
  await copy.drop();
});

async function selectIds(name: string, id: number): Promise<number[]> {
  return await db.within(new Owner(name), async (tx) => {
    const { rows } = await sql<{ id: number }>`SELECT id FROM letters WHERE id = ${id} ${preparedMarker}`.execute(tx);
    return rows.map((row) => row.id);
  });
}

it('returns each scope its own rows with one cached plan', async () => {
  // From the sixth run on, one generic plan serves all values (PostgreSQL: plan_cache_mode auto).
  for (let round = 0; round < 10; round += 1) expect(await selectIds('even', 2)).toEqual([2]);
  expect(await selectIds('odd', 2)).toEqual([]);
  expect(await selectIds('odd', 3)).toEqual([3]);
  expect(await selectIds('', 3)).toEqual([]);
  const { rows } = await db.pool.query(
    `SELECT generic_plans::int AS shared FROM pg_prepared_statements WHERE statement LIKE '%FROM letters%'`,
  );
  expect(rows).toEqual([{ shared: expect.any(Number) }]);
  expect(rows[0]?.shared).toBeGreaterThan(4);
});

it('prepares at most 64 statements per connection', async () => {
  for (let n = 0; n < 80; n += 1)
    await db.within(new Owner('even'), (tx) => sql`SELECT ${sql.lit(n)}::int ${preparedMarker}`.execute(tx));
  const { rows } = await db.pool.query('SELECT count(*)::int AS kept FROM pg_prepared_statements');
  expect(rows).toEqual([{ kept: 64 }]);
});
