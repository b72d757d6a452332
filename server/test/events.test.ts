import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { signInAdmin } from './cast.ts';
import type { Client } from './client.ts';
import { openWorld, type World } from './world.ts';

const patience = { timeout: 10_000, interval: 10 };
const recheckMs = 5_000;

describe('event streams', () => {
  let world: World;
  let admin: Client;
  let transactions = 0;
  const count = () => {
    transactions += 1;
  };
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    admin = await signInAdmin(world);
    world.house.portal.db.pool.on('acquire', count);
  });
  afterEach(() => world.house.portal.db.pool.off('acquire', count));

  const opened = async (): Promise<IncomingMessage> => {
    const headers = admin.credentials('bearer');
    const [response] = await once(get(`${world.origin}/api/events`, { headers, agent: false }), 'response');
    response.on('error', () => undefined).resume();
    return response;
  };

  it('leave nothing behind of one that is given up before its session was found', { timeout: 60_000 }, async () => {
    const { pool } = world.house.portal.db;
    const open = () =>
      new Promise<number>((resolve) => world.house.app.server.getConnections((_, all) => resolve(all)));
    const openBefore = await open();
    const locking = await pool.connect();
    // whoever asks for a session waits until this is over
    await locking.query('BEGIN; LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE');
    for (let number = 0; number < 12; number += 1) {
      const before = transactions;
      const socket = connect(Number(new URL(world.origin).port), '127.0.0.1');
      socket.write(`GET /api/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${admin.sessionId}\r\n\r\n`);
      await vi.waitFor(() => expect(transactions).toBeGreaterThan(before), patience);
      socket.destroy();
    }
    await vi.waitFor(async () => expect(await open()).toBeLessThanOrEqual(openBefore), patience);
    await locking.query('ROLLBACK');
    locking.release();
    await wait(500);
    transactions = 0;
    await wait(recheckMs + 1_000);
    // the portal’s own jobs look up to thirteen times in these six seconds; each of twelve streams that is left would once more
    expect(transactions).toBeLessThan(20);
  });

  it('are six a session: the seventh ends the oldest, and another session’s stands', async () => {
    const other = await opened();
    admin = await signInAdmin(world);
    const streams: IncomingMessage[] = [];
    for (let number = 0; number < 7; number += 1) streams.push(await opened());
    await vi.waitFor(() => expect(streams[0]?.complete).toBe(true), patience);
    await wait(100);
    expect(streams.slice(1).map(({ complete }) => complete)).toEqual(Array(6).fill(false));
    expect(other.complete).toBe(false);
    for (const stream of [other, ...streams]) stream.destroy();
  });
});
