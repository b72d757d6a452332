import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil as until } from '../../../test/harness/wait-until.ts';
import type { Job } from './queue.ts';
import { counter, QueueFixture } from './test-queue-fixture.ts';

let fixture: QueueFixture;
beforeAll(async () => {
  fixture = await QueueFixture.open();
});
afterEach(() => fixture.clear());
afterAll(() => fixture.close());

describe('Queue.add', () => {
  it('runs the job with its payload once the transaction of medcloud_app commits', async () => {
    const { queue } = fixture.node();
    const seen: Job[] = [];
    await queue.work({ greet: async (job) => void seen.push(job) });
    await fixture.within(async (tx) => {
      await queue.add(tx, { kind: 'greet', payload: { name: 'Μαρία', counts: [1, null] } });
      expect(seen).toEqual([]);
    });
    await until(() => seen.length === 1);
    expect(seen[0]).toMatchObject({ kind: 'greet', payload: { name: 'Μαρία', counts: [1, null] }, attempt: 1 });
    await until(async () => (await fixture.listStates()).length === 0);
  });

  it('adds several jobs, each with its own payload, key and time', async () => {
    const { queue } = fixture.node();
    const runAt = new Date(Date.now() + 3_600_000);
    await fixture.within((tx) =>
      queue.add(
        tx,
        { kind: 'greet', payload: null, maxAttempts: 3 },
        { kind: 'greet', payload: { name: 'Μαρία' }, key: 'same', runAt },
        { kind: 'greet', payload: { name: 'Μαρία' }, key: 'same' },
      ),
    );
    const { rows } = await fixture.pool.query(
      'SELECT payload, key, max_attempts AS attempts, due_at <= now() AS "isDue" FROM jobs ORDER BY id',
    );
    expect(rows).toEqual([
      { payload: null, key: null, attempts: 3, isDue: true },
      { payload: { name: 'Μαρία' }, key: 'same', attempts: 10, isDue: true },
    ]);
  });

  it('adds no job if the transaction rolls back', async () => {
    const { queue } = fixture.node();
    const change = fixture.within(async (tx) => {
      await queue.add(tx, { kind: 'greet', payload: null });
      throw new Error('changed my mind');
    });
    await expect(change).rejects.toThrow('changed my mind');
    expect(await fixture.listStates()).toEqual([]);
  });

  it('shows other scopes no job to read, to delete or to change', async () => {
    const { queue } = fixture.node();
    await fixture.add(queue, { kind: 'greet', payload: 'secret' });
    for (const statement of ['SELECT payload FROM jobs', 'DELETE FROM jobs', `UPDATE jobs SET state = 'dead'`])
      expect(await fixture.statementsOf('start').query(statement)).toMatchObject({ rowCount: 0 });
    expect(await fixture.listStates()).toEqual(['waiting']);
  });

  it('delays a job until runAt, by a clock that a test can move', async () => {
    let offsetMs = 0;
    const { queue } = fixture.node({ clockOffsetMs: () => offsetMs });
    const seen: string[] = [];
    await queue.work({ later: async () => void seen.push('later'), now: async () => void seen.push('now') });
    const runAt = new Date(Date.now() + 3_600_000);
    await fixture.add(queue, { kind: 'later', payload: null, runAt }, { kind: 'now', payload: null });
    await until(() => seen.includes('now'));
    expect(seen).toEqual(['now']);
    offsetMs = 3_700_000;
    queue.poll();
    await until(() => seen.includes('later'));
  });

  it('runs a delayed job at its time without a notification', async () => {
    const { queue } = fixture.node({ timing: { pollMs: 3_600_000 } });
    const early: number[] = [];
    // A slower machine adds the job later, at worst when it is due.
    const runAt = new Date(Date.now() + 300);
    await queue.work({ later: async () => void early.push(runAt.getTime() - Date.now()) });
    await fixture.add(queue, { kind: 'later', payload: null, runAt });
    await until(() => early.length === 1);
    expect(early[0]).toBeLessThanOrEqual(1);
  });

  it('finds a job by polling if its notification is lost', async () => {
    const { queue } = fixture.node({ timing: { pollMs: 50 }, connect: () => Promise.reject(new Error('no listener')) });
    const done = fixture.gate();
    await queue.work({ quiet: async () => done.open() });
    await fixture.add(queue, { kind: 'quiet', payload: null });
    await done.opened;
  });
});

describe('Queue.add with a key', () => {
  it('keeps one waiting job per kind and key, at the earlier time, in addition to a running one', async () => {
    const { queue } = fixture.node();
    const sweep = { kind: 'sweep', payload: null, key: 'exam-1' };
    const later = new Date(Date.now() + 3_600_000);
    await fixture.add(queue, { ...sweep, runAt: later }, { ...sweep, runAt: later }, { ...sweep, key: 'exam-2' });
    await fixture.add(queue, { ...sweep, kind: 'other', runAt: later });
    expect(await fixture.listStates()).toHaveLength(3);
    const open = fixture.gate();
    let runs = 0;
    // Both of its runs are taken, so the third job waits however fast it is claimed.
    await queue.work({ sweep: () => (++runs <= 2 ? open.opened : Promise.resolve()) }, { concurrency: 2 });
    await fixture.add(queue, sweep);
    await until(() => runs === 2);
    await fixture.add(queue, sweep, sweep);
    expect(await fixture.listStates()).toHaveLength(4);
    open.open();
    await until(async () => (await fixture.listStates()).length === 1);
    expect(runs).toBe(3);
  });

  it('runs the waiting job after the later transaction, so the job sees its changes', async () => {
    const { queue } = fixture.node();
    const job = { kind: 'index', payload: null, key: 'patient-1' };
    const seen: string[] = [];
    await fixture.add(queue, { ...job, runAt: new Date(Date.now() + 3_600_000) });
    await fixture.within(async (tx) => {
      await queue.add(tx, job);
      await queue.work({ index: async () => void seen.push('job'), probe: async () => void seen.push('probe') });
      await fixture.add(queue, { kind: 'probe', payload: null });
      await until(() => seen.includes('probe'));
      seen.push('commit');
    });
    await until(() => seen.includes('job'));
    expect(seen).toEqual(['probe', 'commit', 'job']);
  });

  it('drops a failed job if a newer one with its key waits', async () => {
    const { queue, events } = fixture.node({ timing: { backOffMs: 1 } });
    const job = { kind: 'sync', payload: null, key: 'k' };
    const failing = fixture.gate();
    const attempts: number[] = [];
    await queue.work(
      {
        sync: async ({ attempt }) => {
          attempts.push(attempt);
          if (attempts.length > 1) return;
          await failing.opened;
          throw new Error('no');
        },
      },
      { concurrency: 1 },
    );
    await fixture.add(queue, job);
    await until(() => attempts.length === 1);
    await fixture.add(queue, job);
    failing.open();
    await until(async () => (await fixture.listStates()).length === 0);
    expect(attempts).toEqual([1, 1]);
    expect(events.map(({ event }) => event)).toEqual(['job_failed']);
  });
});

describe('Queue with a failing job', () => {
  it('runs the job again with back-off, lists it as dead after its attempts, and retries it on request', async () => {
    const { queue, events } = fixture.node({ timing: { backOffMs: 1 } });
    const attempts: number[] = [];
    let isMended = false;
    await queue.work({
      send: async ({ attempt }) => {
        attempts.push(attempt);
        if (!isMended) throw Object.assign(new TypeError('to +306900000001'), { code: 'refused' });
      },
    });
    await fixture.add(queue, { kind: 'send', payload: { id: 1 }, key: 'm1', maxAttempts: 3 });
    await until(() => events.some((event) => event.event === 'job_failed' && event.isDead));
    expect(attempts).toEqual([1, 2, 3]);
    expect((await queue.countJobs()).dead).toBe(1);
    expect(events.map((event) => event.event === 'job_failed' && event.isDead)).toEqual([false, false, true]);
    const [dead] = await queue.listDead(10);
    expect(dead).toMatchObject({ kind: 'send', key: 'm1', attempts: 3, lastError: 'TypeError refused' });
    isMended = true;
    expect(await queue.retry(dead?.id ?? '')).toBe(true);
    await until(async () => (await fixture.listStates()).length === 0);
    expect(attempts).toEqual([1, 2, 3, 1]);
    expect(await queue.retry(dead?.id ?? '')).toBe(false);
  });

  it('deletes a dead job on retry if another one with its key waits', async () => {
    const { queue } = fixture.node();
    const job = { kind: 'send', payload: null, key: 'm1' };
    await fixture.add(queue, job);
    await fixture.pool.query(`UPDATE jobs SET state = 'dead'`);
    await fixture.add(queue, job);
    const [dead] = await queue.listDead(10);
    expect(await queue.retry(dead?.id ?? '')).toBe(true);
    expect(await fixture.listStates()).toEqual(['waiting']);
  });
});

describe('Queue.every', () => {
  it('runs repeatedly on one node at a time, also after a failure', async () => {
    const nodes = [fixture.node(), fixture.node(), fixture.node()];
    let running = 0;
    let maxRunning = 0;
    let runs = 0;
    for (const { queue } of nodes) {
      queue.every('sweep', 10, async () => {
        maxRunning = Math.max(maxRunning, ++running);
        // Gives another node the chance to run at the same time.
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
        if (++runs === 2) throw new Error('once');
      });
    }
    await until(() => runs >= 6);
    expect(maxRunning).toBe(1);
    const events = nodes.flatMap((node) => node.events);
    expect(events).toMatchObject([{ event: 'job_failed', isDead: false }]);
    expect(await fixture.listStates()).toHaveLength(1);
  });

  it('waits for its interval by a clock that a test can move', async () => {
    let offsetMs = 0;
    const { queue } = fixture.node({ clockOffsetMs: () => offsetMs });
    const runs = counter();
    queue.every('nightly', 86_400_000, runs.add);
    await until(async () => runs.count === 1 && (await fixture.listStates())[0] === 'waiting');
    queue.poll();
    offsetMs = 86_500_000;
    queue.poll();
    await until(() => runs.count === 2);
  });

  it('keeps its next time at a later start, by a clock that a test moved', async () => {
    const dueAt = async () => (await fixture.pool.query('SELECT due_at FROM jobs WHERE every_ms IS NOT NULL')).rows;
    const clockOffsetMs = () => 7_200_000;
    const { queue } = fixture.node({ clockOffsetMs });
    const runs = counter();
    queue.every('hourly', 3_600_000, runs.add);
    await until(async () => runs.count === 1 && (await fixture.listStates())[0] === 'waiting');
    const before = await dueAt();
    const later = fixture.node({ clockOffsetMs }).queue;
    const others = counter();
    later.every('hourly', 3_600_000, runs.add);
    later.every('daily', 86_400_000, others.add);
    await until(() => others.count === 1);
    expect(await dueAt()).toContainEqual(before[0]);
    expect(runs.count).toBe(1);
  });
});

describe('Queue.work on several nodes', () => {
  it('runs each job once', async () => {
    const nodes = [fixture.node(), fixture.node(), fixture.node()] as const;
    const payloads = Array.from({ length: 300 }, (_, n) => n);
    const seen: unknown[] = [];
    await Promise.all(nodes.map(({ queue }) => queue.work({ many: async (job) => void seen.push(job.payload) })));
    await fixture.add(nodes[0].queue, ...payloads.map((payload) => ({ kind: 'many', payload })));
    await until(async () => (await fixture.listStates()).length === 0);
    expect(seen.toSorted((a, b) => Number(a) - Number(b))).toEqual(payloads);
    expect(nodes.flatMap(({ events }) => events)).toEqual([]);
  });
});

describe('Queue.stop and concurrency', () => {
  it('waits for the running job and claims no other', async () => {
    const { queue } = fixture.node();
    const started = fixture.gate();
    const ending = fixture.gate();
    let runs = 0;
    await queue.work({
      slow: async () => {
        runs += 1;
        started.open();
        await ending.opened;
      },
    });
    await fixture.add(queue, { kind: 'slow', payload: null });
    await started.opened;
    let isStopped = false;
    const stopped = queue.stop().then(() => {
      isStopped = true;
    });
    await fixture.add(queue, { kind: 'slow', payload: null });
    queue.poll();
    expect(await fixture.listStates()).toEqual(['running', 'waiting']);
    expect(isStopped).toBe(false);
    ending.open();
    await stopped;
    expect(await fixture.listStates()).toEqual(['waiting']);
    expect(runs).toBe(1);
  });

  it('gives back the jobs that it claimed ahead, and another node runs each once', async () => {
    const { queue } = fixture.node();
    const started = fixture.gate();
    const ending = fixture.gate();
    const seen: Job[] = [];
    const handler = async (job: Job) => {
      seen.push(job);
      started.open();
      await ending.opened;
    };
    await fixture.add(queue, ...Array.from({ length: 6 }, (_, n) => ({ kind: 'ahead', payload: n })));
    await queue.work({ ahead: handler }, { concurrency: 1, prefetch: 3 });
    await started.opened;
    expect((await fixture.listStates()).toSorted()).toEqual([...Array(4).fill('running'), 'waiting', 'waiting']);
    const stopped = queue.stop();
    await until(async () => (await fixture.listStates()).filter((state) => state === 'waiting').length === 5);
    ending.open();
    await stopped;
    expect(seen).toHaveLength(1);
    await fixture.node().queue.work({ ahead: handler }, { concurrency: 1, prefetch: 3 });
    await until(async () => (await fixture.listStates()).length === 0);
    expect(seen.map(({ payload }) => payload).toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
    expect(new Set(seen.map(({ attempt }) => attempt))).toEqual(new Set([1]));
  });

  it.each([0, 7])('runs at most concurrency jobs at once, and all of them in the end, %i ahead', async (prefetch) => {
    const { queue } = fixture.node();
    let running = 0;
    let maxRunning = 0;
    let runs = 0;
    const handler = async () => {
      maxRunning = Math.max(maxRunning, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      runs += 1;
    };
    await fixture.add(queue, ...Array.from({ length: 50 }, (_, n) => ({ kind: 'many', payload: n })));
    await queue.work({ many: handler }, { concurrency: 3, prefetch });
    await until(() => runs === 50);
    expect(maxRunning).toBe(3);
  });
});
