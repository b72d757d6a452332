import { Fault } from '@medcloud/contract/faults';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { copyTemplate } from '../../../test/harness/cluster.ts';
import { type Database, isUniqueViolation, openDatabase } from './database.ts';
import { RowScope } from './row-scope.ts';

/** Nobody's, since the tables here are the test's own. */
class AnonymousScope extends RowScope {
  readonly session = null;
  readonly link = null;
  readonly system = null;
}

const scope = new AnonymousScope();
let copy: Awaited<ReturnType<typeof copyTemplate>>;
let db: Database;
beforeAll(async () => {
  copy = await copyTemplate(inject('cluster'));
  db = openDatabase({ connection: copy.connection, applicationName: 'test', onConnectionLost: () => undefined });
  await db.pool.query(`
    CREATE TABLE things (id integer PRIMARY KEY, times integer NOT NULL DEFAULT 0);
    GRANT SELECT, INSERT, UPDATE ON things TO medcloud_app;
    INSERT INTO things (id) VALUES (1), (2)`);
});
afterAll(async () => {
  await db.close();
  await copy.drop();
});

const failure = async (act: Promise<unknown>) =>
  await act.then(
    () => null,
    (error: unknown) => error,
  );

/** A node of its own whose transactions look so long after they began to wait whether another waits for them. */
async function openNodeWithDeadlockTimeout(deadlockTimeout: string): Promise<Database> {
  const { connection } = copy;
  await db.pool.query(`ALTER DATABASE ${connection.database} SET deadlock_timeout = '${deadlockTimeout}'`);
  const node = openDatabase({ connection, applicationName: 'test', poolSize: 1, onConnectionLost: () => undefined });
  onTestFinished(() => node.close());
  await node.pool.query('SELECT 1');
  return node;
}

it('runs one of two transactions again that wait for each other, and both are done', async () => {
  // Where both look at once, both may be given up and run again.
  const [late, soon] = [await openNodeWithDeadlockTimeout('1h'), await openNodeWithDeadlockTimeout('20ms')];
  let arrived = 0;
  const both = Promise.withResolvers<void>();
  let runs = 0;
  const change = (node: Database, first: number, second: number) =>
    node.within(scope, async (tx) => {
      runs += 1;
      await sql`UPDATE things SET times = times + 1 WHERE id = ${first}`.execute(tx);
      arrived += 1;
      if (arrived === 2) both.resolve();
      await both.promise;
      await sql`UPDATE things SET times = times + 1 WHERE id = ${second}`.execute(tx);
    });
  await Promise.all([change(late, 1, 2), change(soon, 2, 1)]);
  // On a busy machine the one that runs again may lock its row before the other, whose turn it is, has woken up.
  expect(runs).toBeGreaterThanOrEqual(3);
  const { rows } = await db.pool.query('SELECT times FROM things WHERE id < 3');
  expect(rows).toEqual([{ times: 2 }, { times: 2 }]);
});

it('runs a transaction again that is given up time after time, and says that it is unavailable after the fifth', async () => {
  let runs = 0;
  const failWithDeadlocks = (times: number) =>
    db.within(scope, async (tx) => {
      runs += 1;
      if (runs <= times)
        await sql`DO $$ BEGIN RAISE 'given up' USING ERRCODE = 'deadlock_detected'; END $$`.execute(tx);
      return runs;
    });
  expect(await failWithDeadlocks(4)).toBe(5);
  runs = 0;
  expect(await failure(failWithDeadlocks(5))).toMatchObject({ code: 'unavailable' });
  expect(runs).toBe(5);
});

it('says of a row that a unique index refuses that it is there already, and which index it was', async () => {
  const error = await failure(db.within(scope, (tx) => sql`INSERT INTO things (id) VALUES (1)`.execute(tx)));
  expect(error).toMatchObject({ code: 'conflict', cause: { code: '23505' } });
  expect([isUniqueViolation(error, 'things_pkey'), isUniqueViolation(error, 'another')]).toEqual([true, false]);
  await db
    .within(scope, async (tx) => {
      const inside = await failure(sql`INSERT INTO things (id) VALUES (1)`.execute(tx));
      expect(isUniqueViolation(inside, 'things_pkey')).toBe(true);
      throw new Fault('not_found');
    })
    .catch((reason: unknown) => expect(reason).toMatchObject({ code: 'not_found' }));
});

it('says of a statement that takes too long that the portal cannot answer now', async () => {
  const slow = db.within(scope, async (tx) => {
    await sql`SET LOCAL statement_timeout = 50`.execute(tx);
    await sql`SELECT pg_sleep(600)`.execute(tx);
  });
  expect(await failure(slow)).toMatchObject({ code: 'unavailable' });
});

it('has no statement compiled while somebody waits for its answer', async () => {
  const jit = db.within(scope, async (tx) => (await sql<{ jit: string }>`SHOW jit`.execute(tx)).rows);
  expect(await jit).toEqual([{ jit: 'off' }]);
});

it('outlives a connection that is lost within a transaction, even between two statements, and says unavailable', async () => {
  const isOver = Promise.withResolvers<void>();
  onTestFinished(() => isOver.resolve()); // a transaction that waits for it would hold its connection, and the pool's end, for ever
  db.pool.once('acquire', (client) => client.once('end', isOver.resolve));
  const lost = db.within(scope, async (tx) => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
    await db.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    // nothing is asked of the connection while it goes: only a listener to its errors hears of it
    await isOver.promise;
    await sql`SELECT 1`.execute(tx);
  });
  expect(await failure(lost)).toMatchObject({ code: 'unavailable' });
  expect(await db.within(scope, (tx) => tx.selectNoFrom(sql`1`.as('one')).execute())).toEqual([{ one: 1 }]);
});

it('answers from a transaction that only reads, which can write nothing', async () => {
  const times = (id: number) =>
    db.read(scope, async (tx) => {
      const { rows } = await sql<{ times: number }>`SELECT times FROM things WHERE id = ${id}`.execute(tx);
      return rows[0]?.times;
    });
  const before = await times(1);
  const writing = db.read(scope, (tx) => sql`UPDATE things SET times = times + 1 WHERE id = 1`.execute(tx));
  expect(await failure(writing)).toMatchObject({ code: '25006' });
  expect(await times(1)).toBe(before);
  expect(await failure(db.read(scope, () => Promise.reject(new Fault('not_found'))))).toMatchObject({
    code: 'not_found',
  });
});

it('leaves nothing of a reading behind for whoever has its connection next', async () => {
  const own = openDatabase({
    connection: copy.connection,
    applicationName: 'test',
    poolSize: 1,
    onConnectionLost: () => undefined,
  });
  const role = (tx: Parameters<Parameters<Database['read']>[1]>[0]) =>
    sql<{
      who: string;
      readonly: string;
    }>`SELECT current_user AS who, current_setting('transaction_read_only') AS readonly`
      .execute(tx)
      .then(({ rows }) => rows[0]);
  expect(await own.read(scope, role)).toEqual({ who: 'medcloud_app', readonly: 'on' });
  expect(await own.within(scope, role)).toEqual({ who: 'medcloud_app', readonly: 'off' });
  await own.read(scope, role);
  const { rows } = await own.pool.query(
    "SELECT current_user = session_user AS own, current_setting('transaction_read_only') AS readonly",
  );
  expect(rows).toEqual([{ own: true, readonly: 'off' }]);
  await own.close();
});
