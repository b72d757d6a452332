import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { copyTemplate } from '../../../test/harness/cluster.ts';
import { openTestDatabase, openTestPool } from '../../../test/harness/scoped-database.ts';
import type { Database } from './database.ts';
import { preparedMarker } from './prepared-statements.ts';
import { TestScope } from './test-scope.ts';

let copy: Awaited<ReturnType<typeof copyTemplate>>;
let db: Database<unknown>;
let superuser: pg.Pool;
beforeAll(async () => {
  copy = await copyTemplate(inject('cluster'));
  superuser = openTestPool(copy.connection);
  // One connection, so all queries use the same prepared statements.
  db = await openTestDatabase(copy.logins, { poolSize: 1 });
  await superuser.query(`
    CREATE TABLE letters (id integer PRIMARY KEY, owner text NOT NULL);
    ALTER TABLE letters ENABLE ROW LEVEL SECURITY; ALTER TABLE letters FORCE ROW LEVEL SECURITY;
    CREATE POLICY own ON letters TO medcloud_app USING (owner = (SELECT scope_system()));
    GRANT SELECT ON letters TO medcloud_app;
    GRANT EXECUTE ON FUNCTION pg_prepared_statement() TO medcloud_app;
    GRANT SELECT ON pg_prepared_statements TO medcloud_app;
    INSERT INTO letters SELECT n, CASE n % 2 WHEN 0 THEN 'even' ELSE 'odd' END FROM generate_series(1, 20) AS n`);
});
afterAll(async () => {
  await db.close();
  await superuser.end();
  await copy.drop();
});

async function selectIds(name: string, id: number): Promise<number[]> {
  return await db.within(new TestScope(name), async (tx) => {
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
  const { rows } = await db
    .statements(new TestScope(''))
    .query(`SELECT generic_plans::int AS shared FROM pg_prepared_statements WHERE statement LIKE '%FROM letters%'`);
  expect(rows).toEqual([{ shared: expect.any(Number) }]);
  expect(rows[0]?.shared).toBeGreaterThan(4);
});

it('prepares at most 64 statements per connection', async () => {
  for (let n = 0; n < 80; n += 1)
    await db.within(new TestScope('even'), (tx) => sql`SELECT ${sql.lit(n)}::int ${preparedMarker}`.execute(tx));
  const { rows } = await db
    .statements(new TestScope(''))
    .query(`SELECT count(*)::int AS count FROM pg_prepared_statements WHERE statement LIKE '%kept plan%'`);
  expect(rows).toEqual([{ count: 64 }]);
});
