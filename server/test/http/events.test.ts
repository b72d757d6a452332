import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Client } from '../harness/client.ts';
import { signInAdmin } from '../harness/fixtures.ts';
import { racingConnections, startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';
import { waitUntil } from '../harness/wait-until.ts';

const recheckMs = 5_000;

describe('GET /api/events', () => {
  let testApp: TestApp;
  let admin: Client;
  beforeAll(async () => {
    testApp = await startTestApp({ connections: racingConnections }); // twelve wait for one lock
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    admin = await signInAdmin(testApp);
  });
  afterEach(() => vi.useRealTimers());

  const openStream = async (): Promise<IncomingMessage> => {
    const headers = admin.credentials('bearer');
    const [response] = await once(get(`${testApp.origin}/api/events`, { headers, agent: false }), 'response');
    response.on('error', () => undefined).resume();
    return response;
  };
  const connections = () =>
    new Promise<number>((resolve) => testApp.app.fastify.server.getConnections((_, all) => resolve(all)));

  /** Waits until the database has completed all statements started before. */
  const waitForDatabase = async () => {
    // requests handled before this one have asked for their connection by now
    expect((await testApp.anonymous.raw('GET', '/api/health/live')).status).toBe(200);
    await waitUntil(() => testApp.statements.isIdle);
  };
  /** Counts the session queries in one check interval, after which each stream checks its session. */
  const countSessionChecks = async () => {
    const { texts, stop } = testApp.statements.record();
    vi.advanceTimersByTime(recheckMs);
    await waitForDatabase();
    stop();
    return texts.filter((text) => text.includes('FROM find_session(')).length;
  };

  it('releases everything of a stream whose client disconnects before its session is found', async () => {
    await waitForJobs(testApp);
    const openBefore = await connections();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const locking = await testApp.superuser.connect();
    try {
      // every session query waits for this lock
      await locking.query('BEGIN; LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE');
      const countWaiting = async () => {
        const { rows } = await locking.query<{ count: number }>(
          `SELECT count(*) AS count FROM pg_locks
           WHERE relation = 'sessions'::regclass AND NOT granted
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        );
        return rows[0]?.count;
      };
      for (let number = 1; number <= 12; number += 1) {
        const socket = connect(Number(new URL(testApp.origin).port), '127.0.0.1');
        // Session queries share two connections, so two of them wait for the lock.
        socket.write(`GET /api/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${admin.sessionId}\r\n\r\n`);
        await expect.poll(countWaiting).toBe(Math.min(number, 2));
        await expect.poll(connections).toBeGreaterThan(openBefore);
        socket.destroy();
      }
      await expect.poll(connections).toBeLessThanOrEqual(openBefore);
    } finally {
      await locking.query('ROLLBACK');
      locking.release();
    }
    await waitForDatabase(); // first the session queries
    await waitForDatabase(); // then the statements that follow them
    expect(await countSessionChecks()).toBe(0);
    const stream = await openStream();
    expect(await countSessionChecks()).toBe(1);
    stream.destroy();
  });

  it('allows six streams per session: the seventh ends the oldest, other sessions are not affected', async () => {
    const other = await openStream();
    admin = await signInAdmin(testApp);
    const streams: IncomingMessage[] = [];
    for (let number = 0; number < 7; number += 1) streams.push(await openStream());
    await expect.poll(() => streams[0]?.complete).toBe(true);
    // the end is written before this request is answered
    expect((await admin.raw('GET', '/api/auth/session')).status).toBe(200);
    expect(streams.slice(1).map(({ complete }) => complete)).toEqual(Array(6).fill(false));
    expect(other.complete).toBe(false);
    for (const stream of [other, ...streams]) stream.destroy();
  });
});
