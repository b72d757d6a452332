import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { copyTemplate } from '../../../test/harness/cluster.ts';
import { openDistributedLimit } from './distributed-limit.ts';

let copy: Awaited<ReturnType<typeof copyTemplate>>;
beforeAll(async () => {
  copy = await copyTemplate(inject('cluster'));
});
afterAll(() => copy.drop());

/** A node's places, and what cuts its connection. */
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

it('gives out three of a name, whoever asks and however many at once, and others of another name', async () => {
  const [here, there] = [node(), node()];
  const acquired = await Promise.all([here.acquireMany('a', 4), there.acquireMany('a', 4)]);
  expect(acquired.flat().filter((place) => place !== null)).toHaveLength(3);
  expect(await there.acquireMany('b', 3)).not.toContain(null);
});

it('gives a place that was given back to whoever asks next, on another node too', async () => {
  const [here, there] = [node(), node()];
  const [first] = await here.acquireMany('c', 3);
  expect(await there.acquireMany('c', 1)).toEqual([null]);
  const waiting = there.acquire('c', 3, 240_000);
  await first?.();
  expect(await waiting).not.toBeNull();
  expect(await here.acquireMany('c', 1)).toEqual([null]);
});

it('frees what a node held whose connection is gone', async () => {
  const [here, there] = [node(), node()];
  await here.acquireMany('d', 3);
  expect(await there.acquireMany('d', 1)).toEqual([null]);
  await here.cut();
  await expect.poll(() => there.acquireMany('d', 1)).not.toEqual([null]);
});

it('holds again what it still uses once it is connected anew, and gives that back too', async () => {
  const [here, there] = [node(), node()];
  const held = await here.acquireMany('e', 2);
  await here.cut();
  expect(await here.acquireMany('e', 2)).toEqual([expect.any(Function), null]);
  expect(await there.acquireMany('e', 1)).toEqual([null]);
  for (const release of held) await release?.();
  expect((await there.acquireMany('e', 3)).filter((place) => place !== null)).toHaveLength(2);
});
