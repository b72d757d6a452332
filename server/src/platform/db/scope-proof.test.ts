import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { copyTemplate } from '../../../test/harness/cluster.ts';
import { openTestDatabase } from '../../../test/harness/scoped-database.ts';
import { systemRandom } from '../ids/random.ts';
import type { Database } from './database.ts';
import { preparedMarker } from './prepared-statements.ts';
import { describeScope } from './row-scope.ts';
import { beginScoped, openScopedConnection, openScopeKey } from './scope-proof.ts';
import { TestScope } from './test-scope.ts';

/** What a statement smuggled into one transaction leaves to the next one on its connection, and to others. */
describe('a scoped connection', () => {
  let copy: Awaited<ReturnType<typeof copyTemplate>>;
  let db: Database<unknown>;
  beforeAll(async () => {
    copy = await copyTemplate(inject('cluster'));
    db = await openTestDatabase(copy.logins, { poolSize: 1 });
  });
  afterAll(async () => {
    await db.close();
    await copy.drop();
  });

  const run = <Row>(statement: string) =>
    db.within(new TestScope('health'), async (tx) => (await sql.raw<Row>(statement).execute(tx)).rows);

  it('shows its scope to no other connection', async () => {
    const other = await openTestDatabase(copy.logins, { poolSize: 1 });
    try {
      await db.within(new TestScope('health'), async (tx) => {
        await sql`SELECT ${'marked'}::text`.execute(tx);
        const { rows } = await other
          .statements(new TestScope('health'))
          .query<{ query: string }>(`SELECT query FROM pg_stat_activity WHERE usename = current_user AND query <> ''`);
        expect(rows.map(({ query }) => query)).toContainEqual(expect.stringContaining('SELECT $1::text'));
        expect(rows.filter(({ query }) => /[0-9a-f]{64}/.test(query))).toEqual([]);
      });
    } finally {
      await other.close();
    }
  });

  it('is opened by no missing proof', async () => {
    const key = await openScopeKey(copy.logins.owner, systemRandom);
    const client = new pg.Client(copy.logins.app);
    await client.connect();
    try {
      const open = 'SELECT open_connection($1, $2, $3)';
      const proofs: unknown[][] = [
        [key.id, Number.MAX_SAFE_INTEGER, null],
        [key.id, null, null],
        [key.id, 1, Buffer.alloc(32)],
        [null, 1, null],
      ];
      for (const values of proofs) await expect(client.query(open, values)).rejects.toMatchObject({ code: '42501' });
    } finally {
      await client.end();
    }
  });

  it('gets BEGIN, its scope and the query that follows as one packet', async () => {
    const key = await openScopeKey(copy.logins.owner, systemRandom);
    const client = new pg.Client({ ...copy.logins.app, pipeline: true });
    await client.connect();
    try {
      const connection = await openScopedConnection(client, key);
      const { stream } = client.connection;
      const scope = describeScope(new TestScope('health'), 0);
      const begun = beginScoped(client, 'BEGIN', scope, connection);
      await Promise.resolve();
      const answered = client.query('SELECT scope_system() AS system');
      expect(stream.writableCorked).toBe(1);
      await begun;
      expect([stream.writableCorked, (await answered).rows]).toEqual([0, [{ system: 'health' }]]);
    } finally {
      await client.end();
    }
  });

  it('keeps no setting after a transaction, committed or not', async () => {
    const read = `SELECT current_setting('TimeZone') AS zone, current_setting('search_path') AS path, current_setting('medcloud.scope', true) LIKE '%forged%' AS forged`;
    const before = await run(read);
    const change = `SET SESSION TimeZone = 'Asia/Tokyo'; SET SESSION search_path = keys; SET SESSION medcloud.scope = 'forged'`;
    await run(change);
    expect(await run(read)).toEqual(before);
    await expect(run(`${change}; SELECT 1 / 0`)).rejects.toThrow('division by zero');
    expect(await run(read)).toEqual(before);
  });

  it('is replaced after a BEGIN that failed', async () => {
    const pids = () => run<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const before = await pids();
    await run('DEALLOCATE ALL');
    const statement = () => db.statements(new TestScope('health')).query('SELECT 1 AS one');
    await expect(statement()).rejects.toThrow('does not exist');
    expect((await statement()).rows).toEqual([{ one: 1 }]);
    expect(await pids()).not.toEqual(before);
    await run('DEALLOCATE ALL');
    await expect(run('SELECT 1')).rejects.toThrow('does not exist');
    expect(await run('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('is replaced once its prepared statements were removed', async () => {
    const prepared = () =>
      db.within(new TestScope('health'), (tx) => sql`SELECT ${1}::int AS one ${preparedMarker}`.execute(tx));
    await prepared();
    await run('DEALLOCATE ALL');
    await expect(prepared()).rejects.toThrow('does not exist');
    expect((await prepared()).rows).toEqual([{ one: 1 }]);
  });

  it.each([
    'SELECT * FROM pg_prepared_statements',
    'SELECT pg_prepared_statement()',
    'SELECT pg_cancel_backend(pg_backend_pid())',
    'SELECT pg_terminate_backend(pg_backend_pid())',
    'SELECT lo_create(0)',
    'SELECT lo_creat(-1)',
    `SELECT lo_from_bytea(0, '\\x00')`,
  ])('may not run %s', async (statement) => {
    await expect(run(statement)).rejects.toThrow('permission denied');
  });
});
