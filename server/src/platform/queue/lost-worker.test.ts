import { fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { waitUntil as until } from '../../../test/harness/wait-until.ts';
import { type Random, systemRandom } from '../ids/random.ts';
import type { Job, JobHandler, Queue } from './queue.ts';
import { counter, QueueFixture } from './test-queue-fixture.ts';
import { backOff, defaultTiming } from './timing.ts';

let fixture: QueueFixture;
beforeAll(async () => {
  fixture = await QueueFixture.open();
});
afterEach(() => fixture.clear());
afterAll(() => fixture.close());

const worker = new URL('./test-worker.ts', import.meta.url);

const hourMs = 3_600_000;

/** Starts a worker in its own process with a lease of an hour, and kills it once it has started a job. */
async function killWorker(): Promise<void> {
  const child = fork(worker, [JSON.stringify(fixture.logins), String(hourMs)]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const hasStarted = await Promise.race([once(child, 'message').then(() => true), ended.then(() => false)]);
  if (!hasStarted) throw new Error('The worker ended before it had a job.');
  child.kill('SIGKILL');
  await ended;
}

/** Waits until a queue has polled for due jobs: adds a probe job and waits until it has run. */
async function waitForPoll(queue: Queue, probes: { count: number }): Promise<void> {
  const before = probes.count;
  await fixture.add(queue, { kind: 'probe', payload: null });
  await until(() => probes.count > before);
}

describe('QueueWorker after another worker was killed', () => {
  it('runs its job again once the lease has expired, within a minute by default', async () => {
    const { queue } = fixture.node({ timing: { pollMs: 50 } });
    await fixture.add(queue, { kind: 'stuck', payload: { id: 7 } });
    await killWorker();
    expect(await fixture.listStates()).toEqual(['running']);
    const seen: Job[] = [];
    const probes = counter();
    await queue.work({ stuck: async (job) => void seen.push(job), probe: probes.add });
    await waitForPoll(queue, probes);
    expect(seen).toEqual([]);
    await fixture.expireLeases();
    await until(() => seen.length === 1);
    expect(seen[0]).toMatchObject({ payload: { id: 7 }, attempt: 2 });
    expect(defaultTiming.leaseMs + defaultTiming.pollMs).toBeLessThan(60_000);
  });

  it('makes a job dead whose workers were lost at every attempt', async () => {
    const { queue, events } = fixture.node({ timing: { pollMs: 50 } });
    await fixture.add(queue, { kind: 'stuck', payload: null, maxAttempts: 1 });
    await killWorker();
    await fixture.expireLeases();
    const runs = counter();
    await queue.work({ stuck: runs.add });
    await until(() => events.length > 0);
    expect(runs.count).toBe(0);
    expect((await queue.countJobs()).dead).toBe(1);
    expect(events).toMatchObject([{ event: 'job_failed', isDead: true }]);
    expect(await queue.listDead(1)).toMatchObject([{ lastError: 'WorkersLost' }]);
  });
});

/** Returns the remaining lease of the running job in milliseconds. */
async function readLeaseMs(): Promise<number> {
  const { rows } = await fixture.pool.query<{ ms: number }>(
    `SELECT extract(epoch FROM due_at - now())::float8 * 1000 AS ms FROM jobs WHERE state = 'running' AND kind = 'long'`,
  );
  return rows[0]?.ms ?? 0;
}

describe('QueueWorker with a long job', () => {
  it('extends its lease as long as the job runs', async () => {
    // The test triggers the heartbeat and moves the times in the table.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { queue } = fixture.node({ timing: { leaseMs: hourMs, pollMs: 20 } });
    const ending = fixture.gate();
    const runs = counter();
    const probes = counter();
    const signals: AbortSignal[] = [];
    await queue.work({
      long: async (_, signal) => {
        signals.push(signal);
        await runs.add();
        await ending.opened;
      },
      probe: probes.add,
    });
    await fixture.add(queue, { kind: 'long', payload: null });
    await until(() => runs.count === 1);
    for (let beat = 1; beat <= 5; beat += 1) {
      await fixture.pool.query(`UPDATE jobs SET due_at = due_at - interval '50 minutes' WHERE state = 'running'`);
      vi.advanceTimersByTime(hourMs / 3);
      await until(async () => (await readLeaseMs()) > 0.9 * hourMs);
      await waitForPoll(queue, probes);
    }
    expect([runs.count, signals.map(({ aborted }) => aborted)]).toEqual([1, [false]]);
    ending.open();
    await until(async () => (await fixture.listStates()).length === 0);
    expect(runs.count).toBe(1);
  });

  it.each(['finishes', 'fails'])('aborts the signal and drops the result if a job %s without lease', async (how) => {
    const { queue, events } = fixture.node({ timing: { leaseMs: 300 } });
    const aborted = fixture.gate();
    const ending = fixture.gate();
    const slow: JobHandler = async (_, signal) => {
      signal.addEventListener('abort', aborted.open);
      await ending.opened;
      if (how === 'fails') throw new Error('late');
    };
    // Concurrency 1: the worker claims no job while it runs this one, so a late heartbeat cannot make it claim this one
    // again.
    await queue.work({ slow }, { concurrency: 1 });
    await fixture.add(queue, { kind: 'slow', payload: null });
    await until(async () => (await fixture.listStates())[0] === 'running');
    await fixture.pool.query(
      `UPDATE jobs SET lease = gen_random_uuid(), attempts = 2, due_at = now() + interval '1 hour'`,
    );
    await aborted.opened;
    ending.open();
    await until(() => events.length === 1);
    expect(events).toMatchObject([{ event: 'lease_lost', job: { kind: 'slow', attempt: 1 } }]);
    expect(await fixture.listStates()).toEqual(['running']);
  });
});

describe('Queue while the database fails', () => {
  it('listens again after the connection was cut', async () => {
    const { queue, events, listener } = fixture.node({ timing: { pollMs: 3_600_000 } });
    const seen: unknown[] = [];
    await queue.work({ note: async (job) => void seen.push(job.payload) });
    const cut: number[] = [];
    /** Cuts the current listening connection. Ignores earlier ones, which may stay visible for a while. */
    const cutListener = async () => {
      const { rows } = await fixture.pool.query<{ pid: number }>(
        `SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = $1 AND datname = current_database() AND pid <> ALL ($2)`,
        [listener, cut],
      );
      cut.push(...rows.map(({ pid }) => pid));
      return rows.length > 0;
    };
    for (const round of [1, 2]) {
      await until(cutListener);
      await until(() => events.length === round);
      expect(events[round - 1]?.event).toBe('listener_lost');
      // Added without a listener: found when listening starts again.
      await fixture.add(queue, { kind: 'note', payload: round });
      await until(() => seen.includes(round));
    }
    await fixture.add(queue, { kind: 'note', payload: 'heard' });
    await until(() => seen.includes('heard'));
  });

  it('keeps polling while its statements fail, and runs the jobs when they succeed again', async () => {
    const { queue, events } = fixture.node({ timing: { pollMs: 20 } });
    await fixture.pool.query('ALTER TABLE jobs RENAME TO jobs_away');
    const runs = counter();
    try {
      await queue.work({ note: runs.add });
      queue.every('sweep', 3_600_000, runs.add);
      await until(() => events.filter(({ event }) => event === 'database_failed').length > 2);
    } finally {
      await fixture.pool.query('ALTER TABLE jobs_away RENAME TO jobs');
    }
    await fixture.add(queue, { kind: 'note', payload: null });
    await until(() => runs.count === 2);
  });
});

describe('backOff', () => {
  it('doubles up to the maximum and returns a random value of the upper half', () => {
    const lowest = { ...systemRandom, int: (below: number) => below - 1 };
    const highest = { ...systemRandom, int: () => 0 };
    const waits = (random: Random) => [1, 2, 3, 9, 10, 400].map((n) => backOff(n, 1_000, 300_000, random));
    expect(waits(highest)).toEqual([1_000, 2_000, 4_000, 256_000, 300_000, 300_000]);
    expect(waits(lowest)).toEqual([500, 1_000, 2_000, 128_000, 150_000, 150_000]);
  });
});
