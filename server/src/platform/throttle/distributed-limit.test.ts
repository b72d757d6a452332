import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { copyTemplate } from '../../../test/harness/cluster.ts';
import { openDistributedLimit } from './distributed-limit.ts';

let copy: Awaited<ReturnType<typeof copyTemplate>>;
beforeAll(async () => {
  copy = await copyTemplate(inject('cluster'));
});
afterAll(() => copy.drop());

/** Opens a node's limit, with a function that cuts its connection. */
function node() {
  const clients: pg.Client[] = [];
  const limit = openDistributedLimit(async () => {
    const client = new pg.Client(copy.connection);
    client.on('error', () => undefined);
    await client.connect();
    clients.push(client);
    return client;
  });
  onTestFinished(() => limit.close());
  const cut = async () => {
    const client = clients.at(-1);
    const ended = new Promise((resolve) => client?.once('end', resolve));
    await client?.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
    await ended;
  };
  const acquireMany = (name: string, times: number) =>
    Promise.all(Array.from({ length: times }, () => limit.acquire(name, 3, 0)));
  return { ...limit, cut, acquireMany };
}

it('grants three slots for each name over all nodes, even to concurrent callers', async () => {
  const [here, there] = [node(), node()];
  const acquired = await Promise.all([here.acquireMany('a', 4), there.acquireMany('a', 4)]);
  expect(acquired.flat().filter((slot) => slot !== null)).toHaveLength(3);
  expect(await there.acquireMany('b', 3)).not.toContain(null);
});

it('grants a released slot to the next caller, also on another node', async () => {
  const [here, there] = [node(), node()];
  const [first] = await here.acquireMany('c', 3);
  expect(await there.acquireMany('c', 1)).toEqual([null]);
  const waiting = there.acquire('c', 3, 240_000);
  await first?.();
  expect(await waiting).not.toBeNull();
  expect(await here.acquireMany('c', 1)).toEqual([null]);
});

it('releases the slots of a node whose connection is lost', async () => {
  const [here, there] = [node(), node()];
  await here.acquireMany('d', 3);
  expect(await there.acquireMany('d', 1)).toEqual([null]);
  await here.cut();
  await expect.poll(() => there.acquireMany('d', 1)).not.toEqual([null]);
});

it('acquires the slots still in use again after a reconnect, and releases them later', async () => {
  const [here, there] = [node(), node()];
  const held = await here.acquireMany('e', 2);
  await here.cut();
  expect(await here.acquireMany('e', 2)).toEqual([expect.any(Function), null]);
  expect(await there.acquireMany('e', 1)).toEqual([null]);
  for (const release of held) await release?.();
  expect((await there.acquireMany('e', 3)).filter((slot) => slot !== null)).toHaveLength(2);
});
