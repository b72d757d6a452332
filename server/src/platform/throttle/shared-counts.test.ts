import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { copyTemplate } from '../../../test/harness/cluster.ts';
import { openTestDatabase, openTestPool } from '../../../test/harness/scoped-database.ts';
import { waitUntil } from '../../../test/harness/wait-until.ts';
import type { Database, ScopedStatements } from '../db/database.ts';
import { TestScope } from '../db/test-scope.ts';
import { ShiftableClock } from '../time/clock.ts';
import { openSharedCounts } from './shared-counts.ts';

let copy: Awaited<ReturnType<typeof copyTemplate>>;
let pool: pg.Pool;
let db: Database<unknown>;
beforeAll(async () => {
  copy = await copyTemplate(inject('cluster'));
  pool = openTestPool(copy.connection);
  db = await openTestDatabase(copy.logins);
});
afterAll(async () => {
  await db.close();
  await pool.end();
  await copy.drop();
});

/** Opens a node's counts with a limit of 100 per minute. It exchanges counts only on request. */
function node(own: ScopedStatements = db.statements(new TestScope('throttle'))) {
  const clock = new ShiftableClock();
  clock.freeze();
  const counts = openSharedCounts({ statements: own, clock, everyMs: null, onError: () => undefined });
  const limit = counts.limit('test', 100, 60);
  const consumeTimes = (caller: string, times: number) =>
    Array.from({ length: times }, () => limit.consume(caller)).filter((waitMs) => waitMs === null).length;
  return { ...counts, ...limit, clock, consumeMany: consumeTimes };
}

const rows = async (like: string) =>
  (await pool.query('SELECT key, points FROM request_counts WHERE key LIKE $1 ORDER BY key', [`test:${like}%`])).rows;

it('limits a caller on a second node that exceeded the limit on the first, until the span ends', async () => {
  const [here, there] = [node(), node()];
  expect(here.consumeMany('greedy', 130)).toBe(100);
  await here.exchange();
  await there.exchange();
  const waitMs = there.consume('greedy') ?? 0;
  expect(waitMs).toBeGreaterThan(50_000);
  expect(waitMs).toBeLessThanOrEqual(60_000);
  expect(there.consume('another')).toBeNull();
  there.clock.advance(60_001);
  expect(there.consume('greedy')).toBeNull();
});

it('adds up the counts of several nodes over repeated exchanges in any order', async () => {
  const [here, there] = [node(), node()];
  for (const each of [here, there, here, there]) {
    expect(each.consumeMany('spread', 20)).toBe(20);
    await each.exchange();
  }
  await here.exchange();
  expect(await rows('spread')).toEqual([{ key: 'test:spread', points: 80 }]);
  expect(here.consumeMany('spread', 50)).toBe(20);
});

it('does not publish small counts, and subtracts refunds', async () => {
  const here = node();
  here.consumeMany('little', 9);
  here.consumeMany('taken back', 60);
  await here.exchange();
  for (let time = 0; time < 55; time += 1) here.refund('taken back');
  await here.exchange();
  expect([await rows('little'), await rows('taken back')]).toEqual([[], [{ key: 'test:taken back', points: 5 }]]);
});

it('drops the counts of a stopped node at the end of their span and deletes its row', async () => {
  const gone = node();
  gone.consumeMany('left behind', 100);
  await gone.exchange();
  await pool.query(`UPDATE request_counts SET ends_at = now() - interval '1 second' WHERE key = 'test:left behind'`);
  const here = node();
  expect(here.consumeMany('left behind', 30)).toBe(30);
  await here.exchange();
  expect(await rows('left behind')).toEqual([{ key: 'test:left behind', points: 30 }]);
  await pool.query(`UPDATE request_counts SET ends_at = now() - interval '1 second' WHERE key = 'test:left behind'`);
  here.clock.advance(60_000);
  await here.exchange();
  expect(await rows('left behind')).toEqual([]);
});

it('counts locally while the database is away and publishes everything afterwards', async () => {
  const away = { query: () => Promise.reject(new Error('away')) } as unknown as pg.Pool;
  let current: Pick<pg.Pool, 'query'> = away;
  const here = node({
    query: ((...args: Parameters<pg.Pool['query']>) => current.query(...args)) as pg.Pool['query'],
  });
  here.consumeMany('alone', 100);
  await expect(here.exchange()).rejects.toThrow('away');
  expect(here.consume('alone')).not.toBeNull();
  current = pool;
  await here.exchange();
  expect(await rows('alone')).toEqual([{ key: 'test:alone', points: 100 }]);
});

it('limits no caller for longer than a span after the clock is set back', () => {
  const here = node();
  here.consumeMany('early', 100);
  here.clock.advance(-3_600_000);
  expect(here.consume('early')).toBeNull();
});

it('exchanges counts by itself while there are requests, and reports an error once', async () => {
  const errors: unknown[] = [];
  let calls = 0;
  const query = () => {
    calls += 1;
    return Promise.reject(new Error('away'));
  };
  const counts = openSharedCounts({
    statements: { query },
    clock: new ShiftableClock(),
    everyMs: 5,
    onError: (error) => errors.push(error),
  });
  onTestFinished(() => counts.close());
  const limit = counts.limit('test', 100, 60);
  await waitUntil(() => {
    limit.consume('anybody');
    return calls > 2;
  });
  expect(errors).toHaveLength(1);
  await counts.close();
  const before = calls;
  limit.consume('anybody');
  await counts.exchange().catch(() => undefined);
  expect(calls).toBe(before + 1);
});
