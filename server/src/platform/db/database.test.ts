import { Fault } from '@medcloud/contract/faults';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { copyTemplate } from '../../../test/harness/cluster.ts';
import { openTestDatabase, openTestPool } from '../../../test/harness/scoped-database.ts';
import { type Database, isUniqueViolation } from './database.ts';
import { TestScope } from './test-scope.ts';

// An empty scope, because the tables here belong to the test.
const scope = new TestScope(null);
let copy: Awaited<ReturnType<typeof copyTemplate>>;
let db: Database<unknown>;
let superuser: pg.Pool;
beforeAll(async () => {
  copy = await copyTemplate(inject('cluster'));
  superuser = openTestPool(copy.connection);
  db = await openTestDatabase(copy.logins);
  await superuser.query(`
    CREATE TABLE things (id integer PRIMARY KEY, times integer NOT NULL DEFAULT 0);
    GRANT SELECT, INSERT, UPDATE ON things TO medcloud_app;
    INSERT INTO things (id) VALUES (1), (2)`);
});
afterAll(async () => {
  await db.close();
  await superuser.end();
  await copy.drop();
});

const failure = async (act: Promise<unknown>) =>
  await act.then(
    () => null,
    (error: unknown) => error,
  );

/** Opens a separate node whose transactions check for a deadlock after waiting for `deadlockTimeout`. */
async function openNodeWithDeadlockTimeout(deadlockTimeout: string): Promise<Database<unknown>> {
  await superuser.query(`ALTER DATABASE ${copy.connection.database} SET deadlock_timeout = '${deadlockTimeout}'`);
  const node = await openTestDatabase<unknown>(copy.logins, { poolSize: 1 });
  onTestFinished(() => node.close());
  await node.within(scope, (tx) => sql`SELECT 1`.execute(tx));
  return node;
}

it('runs one of two deadlocked transactions again, so both complete', async () => {
  // With equal timeouts, both could be aborted and run again.
  const [late, soon] = [await openNodeWithDeadlockTimeout('1h'), await openNodeWithDeadlockTimeout('20ms')];
  let arrived = 0;
  const both = Promise.withResolvers<void>();
  const lateEnded = Promise.withResolvers<void>();
  let runs = 0;
  const change = (node: Database<unknown>, first: number, second: number) =>
    node.within(scope, async (tx) => {
      runs += 1;
      // on a busy machine, it would lock its row again before the other one has woken up, five times
      if (runs > 2) await lateEnded.promise;
      await sql`UPDATE things SET times = times + 1 WHERE id = ${first}`.execute(tx);
      arrived += 1;
      if (arrived === 2) both.resolve();
      await both.promise;
      await sql`UPDATE things SET times = times + 1 WHERE id = ${second}`.execute(tx);
    });
  await Promise.all([change(late, 1, 2).then(lateEnded.resolve, lateEnded.reject), change(soon, 2, 1)]);
  expect(runs).toBe(3);
  const { rows } = await superuser.query('SELECT times FROM things WHERE id < 3');
  expect(rows).toEqual([{ times: 2 }, { times: 2 }]);
});

it('runs a transaction up to five times on deadlock, then throws unavailable', async () => {
  let runs = 0;
  const failWithDeadlocks = (times: number) =>
    db.within(scope, async (tx) => {
      runs += 1;
      if (runs <= times)
        await sql`DO $$ BEGIN RAISE 'deadlock' USING ERRCODE = 'deadlock_detected'; END $$`.execute(tx);
      return runs;
    });
  expect(await failWithDeadlocks(4)).toBe(5);
  runs = 0;
  expect(await failure(failWithDeadlocks(5))).toMatchObject({ code: 'unavailable' });
  expect(runs).toBe(5);
});

it('throws conflict for a row that violates a unique index, and names the index', async () => {
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

it('throws unavailable if a statement exceeds its timeout', async () => {
  const slow = db.within(scope, async (tx) => {
    await sql`SET LOCAL statement_timeout = 50`.execute(tx);
    await sql`SELECT pg_sleep(600)`.execute(tx);
  });
  expect(await failure(slow)).toMatchObject({ code: 'unavailable' });
});

it('turns JIT compilation off', async () => {
  const jit = db.within(scope, async (tx) => (await sql<{ jit: string }>`SHOW jit`.execute(tx)).rows);
  expect(await jit).toEqual([{ jit: 'off' }]);
});

it('throws unavailable if the connection is lost in a transaction, and works again afterwards', async () => {
  const isOver = Promise.withResolvers<void>();
  onTestFinished(() => isOver.resolve()); // otherwise the waiting transaction would block the pool's end forever
  const lost = db.within(scope, async (tx) => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
    await superuser.query('SELECT pg_terminate_backend($1, 300000)', [rows[0]?.pid]);
    // No statement runs while the connection ends: only an error listener notices it.
    setImmediate(isOver.resolve);
    await isOver.promise;
    await sql`SELECT 1`.execute(tx);
  });
  expect(await failure(lost)).toMatchObject({ code: 'unavailable' });
  expect(await db.within(scope, (tx) => tx.selectNoFrom(sql`1`.as('one')).execute())).toEqual([{ one: 1 }]);
});

it('reads in a read-only transaction, which rejects writes', async () => {
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

it('resets read-only mode before the next user of the connection', async () => {
  const own = await openTestDatabase<unknown>(copy.logins, { poolSize: 1 });
  const role = (tx: Parameters<Parameters<Database<unknown>['read']>[1]>[0]) =>
    sql<{
      who: string;
      readonly: string;
    }>`SELECT current_user AS who, current_setting('transaction_read_only') AS readonly`
      .execute(tx)
      .then(({ rows }) => rows[0]);
  expect(await own.read(scope, role)).toEqual({ who: 'medcloud_app', readonly: 'on' });
  expect(await own.within(scope, role)).toEqual({ who: 'medcloud_app', readonly: 'off' });
  await own.close();
});

it('rejects a transaction that goes on after a failed statement, and keeps nothing of it', async () => {
  const act = db.within(scope, async (tx) => {
    await sql`UPDATE things SET times = 77 WHERE id = 1`.execute(tx);
    await sql`SELECT 1 / 0`.execute(tx).catch(() => undefined);
  });
  await expect(act).rejects.toThrow('nothing was kept');
  const { rows } = await superuser.query('SELECT times FROM things WHERE id = 1');
  expect(rows).not.toEqual([{ times: 77 }]);
});

it('calls a function with values as parameters, in no scope and by the clock of a test', async () => {
  const single = await openTestDatabase<unknown>(copy.logins, { poolSize: 1, clockOffsetMs: () => offset });
  onTestFinished(() => single.close());
  const call = (text: string) =>
    single.call`SELECT ${text}::text AS text, scope_system() AS scope, app_now() > now() + interval '1 hour' AS later`;
  let offset = 0;
  await single.within(new TestScope('health'), (tx) => sql`SELECT 1`.execute(tx));
  expect(await call("x'; SELECT 1")).toEqual([{ text: "x'; SELECT 1", scope: '', later: false }]);
  await expect(single.call`SELECT 1 / ${0}::int`).rejects.toThrow('division by zero');
  await expect(single.call`INSERT INTO things (id) VALUES (1)`).rejects.toMatchObject({ code: 'conflict' });
  offset = 7_200_000;
  expect(await call('y')).toEqual([{ text: 'y', scope: '', later: true }]);
});
