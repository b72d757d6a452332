import { getCompileCacheDir } from 'node:module';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { waitUntil } from '../../../test/harness/wait-until.ts';
import type { Spin, TestTask } from './test-worker.ts';
import { WorkerPool } from './worker-pool.ts';

const timeoutMs = 600_000;

const spin = (): Spin => ({ spinning: new SharedArrayBuffer(4) });
const isSpinning = ({ spinning }: Spin) => waitUntil(() => Atomics.load(new Int32Array(spinning), 0) === 1);

describe('WorkerPool', () => {
  let pool: WorkerPool<TestTask, string>;
  beforeEach(() => {
    const entry = new URL('./test-worker.ts', import.meta.url);
    pool = new WorkerPool({ entry, size: 1, heapMegabytes: 64, idleMs: 600_000 });
  });
  afterEach(() => pool.close());

  it('runs tasks one after another in the same worker', async () => {
    const results = Array.from({ length: 3 }, () => pool.run('echo', { timeoutMs }));
    expect(await Promise.all(results)).toEqual(['task 1', 'task 2', 'task 3']);
  });

  it.each([
    ['throw', 'failed'],
    ['hog', 'memory'],
    ['exit', 'died'],
  ] as const)('rejects the task %s with %s and runs the next one in a new worker', async (task, code) => {
    const failing = pool.run(task, { timeoutMs });
    const next = pool.run('echo', { timeoutMs });
    await expect(failing).rejects.toMatchObject({ name: 'WorkerFault', code });
    expect(await next).toBe('task 1');
  });

  it('returns the error of the task', async () => {
    await expect(pool.run('throw', { timeoutMs })).rejects.toMatchObject({
      taskError: { name: 'Error', code: 'E_TEST', message: 'it cannot be' },
    });
  });

  it('terminates a task on timeout or abort', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const [long, unwanted] = [spin(), spin()];
    const tooLong = expect(pool.run(long, { timeoutMs })).rejects.toMatchObject({ code: 'timeout' });
    await isSpinning(long);
    vi.advanceTimersByTime(timeoutMs);
    await tooLong;
    const controller = new AbortController();
    const aborted = expect(pool.run(unwanted, { timeoutMs, signal: controller.signal })).rejects.toMatchObject({
      code: 'aborted',
    });
    await isSpinning(unwanted);
    controller.abort();
    await aborted;
    expect(await pool.run('echo', { timeoutMs })).toBe('task 1');
  });

  it('removes a waiting task when its signal aborts, and lets a running one end', async () => {
    const [first, running, waiting] = [new AbortController(), new AbortController(), new AbortController()];
    const blocking = spin();
    const blocked = expect(pool.run(blocking, { timeoutMs, signal: first.signal })).rejects.toMatchObject({
      code: 'aborted',
    });
    await isSpinning(blocking);
    const dropped = [waiting, running].map(({ signal }, index) =>
      pool.run('echo', { timeoutMs, ...(index === 0 ? { signal } : { waitingSignal: signal }) }),
    );
    const next = pool.run('echo', { timeoutMs });
    waiting.abort();
    running.abort();
    for (const one of dropped) await expect(one).rejects.toMatchObject({ code: 'aborted' });
    first.abort();
    await blocked;
    expect(await next).toBe('task 1');
    const started = new AbortController();
    const ending = pool.run('echo', { timeoutMs, waitingSignal: started.signal });
    await Promise.resolve();
    started.abort();
    expect(await ending).toBe('task 2');
  });

  it('lets groups of waiting tasks take turns', async () => {
    const order: string[] = [];
    const results = ['a', 'a', 'a', 'b'].map(async (group, index) => {
      await pool.run('echo', { timeoutMs, group });
      order.push(`${group}${index}`);
    });
    await Promise.all(results);
    expect(order).toEqual(['a0', 'a1', 'b3', 'a2']);
  });

  it('lets some workers stay idle and terminates the others', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const entry = new URL('./test-worker.ts', import.meta.url);
    const idleMs = 1_000;
    const pair = new WorkerPool<TestTask, string>({ entry, size: 2, heapMegabytes: 64, idleMs, minIdle: 1 });
    onTestFinished(() => pair.close());
    const runTwo = () => Promise.all(['echo', 'echo'].map(() => pair.run('echo', { timeoutMs })));
    expect(await runTwo()).toEqual(['task 1', 'task 1']);
    vi.advanceTimersByTime(idleMs);
    expect((await runTwo()).toSorted()).toEqual(['task 1', 'task 2']);
  });

  it('starts workers without settings; they know the folder of compiled modules, if there is one', async () => {
    const names = getCompileCacheDir() === undefined ? '' : 'NODE_COMPILE_CACHE';
    expect(await pool.run('environment', { timeoutMs })).toBe(names);
  });

  it('rejects tasks with aborted after close', async () => {
    await pool.close();
    await expect(pool.run('echo', { timeoutMs })).rejects.toMatchObject({ code: 'aborted' });
  });
});
