import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { copyTemplate } from '../../../../test/harness/cluster.ts';
import { openTestPool } from '../../../../test/harness/scoped-database.ts';
import { SharedConnections } from './shared-connections.ts';

let copy: Awaited<ReturnType<typeof copyTemplate>>;
let pool: pg.Pool;
let connections: SharedConnections;
beforeAll(async () => {
  copy = await copyTemplate(inject('cluster'));
  pool = openTestPool({ ...copy.connection, pipeline: true });
  pool.on('connect', (client) => client.on('error', () => undefined));
  connections = new SharedConnections(pool);
});
afterAll(async () => {
  await pool.end();
  await copy.drop();
});

const neverFatal = () => false;
const run = async (text: string, isFatal: (error: unknown) => boolean = neverFatal) =>
  await connections.run(async (client) => (await client.query<{ value: number }>(text)).rows[0]?.value, isFatal);
const backend = 'SELECT pg_backend_pid() AS value';

it('sends many statements at once over two connections, and gives these back', async () => {
  const backends = await Promise.all(Array.from({ length: 300 }, () => run(backend)));
  expect(new Set(backends).size).toBe(2);
  expect(pool.idleCount).toBe(pool.totalCount);
});

it('fails only the statement that has an error', async () => {
  const results = await Promise.allSettled([run('SELECT 1 AS value'), run('SELECT 1 / 0'), run('SELECT 3 AS value')]);
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([1, 'failed', 3]);
});

it('replaces a connection after a fatal error', async () => {
  const first = await run(backend);
  await expect(run('SELECT 1 / 0', () => true)).rejects.toThrow('division by zero');
  expect(await run(backend)).not.toBe(first);
});

it('gives its connections back while a transaction waits for one', async () => {
  const small = openTestPool({ ...copy.connection, pipeline: true, max: 2 });
  onTestFinished(() => small.end());
  const shared = new SharedConnections(small);
  let [isServed, replies] = [false, 0];
  const send = () => shared.run((client) => client.query('SELECT pg_sleep(0.002)'), neverFatal);
  const sendUntilServed = async () => {
    while (!isServed) {
      await send();
      replies += 1;
    }
  };
  // each connection always has statements without a reply
  const busy = Array.from({ length: 6 }, sendUntilServed);
  await send();
  replies = 0;
  const client = await small.connect();
  const repliesBefore = replies;
  isServed = true;
  client.release();
  await Promise.all(busy);
  expect(repliesBefore).toBeLessThanOrEqual(busy.length);
});

it('fails at once for all that wait for a connection that cannot be opened', async () => {
  let attempts = 0;
  const closed = new SharedConnections({
    waitingCount: 0,
    connect: async () => {
      attempts += 1;
      throw new Error('refused');
    },
  });
  const waiting = Array.from({ length: 20 }, () => closed.run(async () => 1, neverFatal));
  expect((await Promise.allSettled(waiting)).every(({ status }) => status === 'rejected')).toBe(true);
  expect(attempts).toBe(2);
});
