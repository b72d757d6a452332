import { fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Random, systemRandom } from '../kit/random.ts';
import type { Job } from './queue.ts';
import { counter, gate, TestGround, until } from './test-ground.ts';
import { backOff, usualTiming } from './timing.ts';

let ground: TestGround;
beforeAll(async () => {
  ground = await TestGround.open();
});
afterEach(() => ground.clear());
afterAll(() => ground.close());

const worker = new URL('./test-worker.ts', import.meta.url);

/** Starts a worker in its own process, gives it a job, and kills it once it has begun. */
async function loseWorker(leaseMs: number): Promise<void> {
  const child = fork(worker, [JSON.stringify(ground.connection), String(leaseMs)]);
  await once(child, 'message');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('a worker that is killed', () => {
  it('leaves its job to another, within a minute as configured', async () => {
    const { queue } = ground.node({ timing: { pollMs: 50 } });
    await ground.add(queue, { kind: 'stuck', payload: { id: 7 } });
    await loseWorker(500);
    expect(await ground.states()).toEqual(['running']);
    const seen: Job[] = [];
    await queue.work({ stuck: async (job) => void seen.push(job) });
    await until(() => seen.length === 1);
    expect(seen[0]).toMatchObject({ payload: { id: 7 }, attempt: 2 });
    expect(usualTiming.leaseMs + usualTiming.pollMs).toBeLessThan(60_000);
  });

  it('over and over makes the job dead instead of running it for ever', async () => {
    const { queue, events } = ground.node({ timing: { pollMs: 50 } });
    await ground.add(queue, { kind: 'stuck', payload: null, maxAttempts: 1 });
    await loseWorker(100);
    const runs = counter();
    await queue.work({ stuck: runs.add });
    await until(async () => (await queue.counts()).dead === 1);
    expect(runs.count).toBe(0);
    expect(events).toMatchObject([{ event: 'job_failed', isDead: true }]);
    expect(await queue.dead(1)).toMatchObject([{ lastError: 'WorkersLost' }]);
  });
});

describe('a worker that is late', () => {
  it('keeps its lease while it works, however long', async () => {
    const { queue } = ground.node({ timing: { leaseMs: 150, pollMs: 20 } });
    const ending = gate();
    const runs = counter();
    await queue.work({
      long: async () => {
        await runs.add();
        await ending.opened;
      },
    });
    await ground.add(queue, { kind: 'long', payload: null });
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(runs.count).toBe(1);
    ending.open();
    await until(async () => (await ground.states()).length === 0);
    expect(runs.count).toBe(1);
  });

  it.each(['finishes', 'fails'])('cannot settle the job of another when it %s, and is told to give up', async (how) => {
    const { queue, events } = ground.node({ timing: { leaseMs: 300 } });
    const aborted = gate();
    const ending = gate();
    await queue.work({
      slow: async (_, signal) => {
        signal.addEventListener('abort', aborted.open);
        await ending.opened;
        if (how === 'fails') throw new Error('late');
      },
    });
    await ground.add(queue, { kind: 'slow', payload: null });
    await until(async () => (await ground.states())[0] === 'running');
    await ground.pool.query(
      `UPDATE jobs SET lease = gen_random_uuid(), attempts = 2, due_at = now() + interval '1 hour'`,
    );
    await aborted.opened;
    ending.open();
    await until(() => events.length === 1);
    expect(events).toMatchObject([{ event: 'lease_lost', job: { kind: 'slow', attempt: 1 } }]);
    expect(await ground.states()).toEqual(['running']);
  });
});

describe('a database that goes away', () => {
  it('is listened to again once the connection is cut', async () => {
    const { queue, events } = ground.node({ timing: { pollMs: 3_600_000 } });
    const seen: unknown[] = [];
    await queue.work({ note: async (job) => void seen.push(job.payload) });
    const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'queue-listener' AND datname = current_database()`;
    for (const round of [1, 2]) {
      await until(async () => (await ground.pool.query(cut)).rowCount === 1);
      await until(() => events.length === round);
      expect(events[round - 1]?.event).toBe('listener_lost');
      // Added while nobody listens: found on listening again.
      await ground.add(queue, { kind: 'note', payload: round });
      await until(() => seen.includes(round));
    }
    await ground.add(queue, { kind: 'note', payload: 'heard' });
    await until(() => seen.includes('heard'));
  });

  it('keeps the worker going when its statements fail, and the work is done when they succeed', async () => {
    const { queue, events } = ground.node({ timing: { pollMs: 20 } });
    await ground.pool.query('ALTER TABLE jobs RENAME TO jobs_away');
    const runs = counter();
    await queue.work({ note: runs.add });
    queue.every('sweep', 3_600_000, runs.add);
    await until(() => events.filter(({ event }) => event === 'database_failed').length > 2);
    await ground.pool.query('ALTER TABLE jobs_away RENAME TO jobs');
    await ground.add(queue, { kind: 'note', payload: null });
    await until(() => runs.count === 2);
  });
});

describe('backOff', () => {
  it('doubles up to the cap and draws from the upper half', () => {
    const least = { ...systemRandom, int: (below: number) => below - 1 };
    const most = { ...systemRandom, int: () => 0 };
    const waits = (random: Random) => [1, 2, 3, 9, 10, 400].map((n) => backOff(n, 1_000, 300_000, random));
    expect(waits(most)).toEqual([1_000, 2_000, 4_000, 256_000, 300_000, 300_000]);
    expect(waits(least)).toEqual([500, 1_000, 2_000, 128_000, 150_000, 150_000]);
  });
});
