import { afterEach, expect, it, vi } from 'vitest';
import { createProbeRunner, type Probe } from './probe.ts';
import { diskProbe } from './probes/disk.ts';

afterEach(() => vi.useRealTimers());

const run = (probe: Probe) => createProbeRunner(probe)();
const probe = (check: Probe['check']): Probe => ({
  name: 'storage',
  failureCode: 'storage-failed',
  slow: { afterMs: 5, finding: 'storage-slow' },
  check,
});
const wellFinding = { code: 'storage-well', params: {} } as const;

it('reports no-answer after five seconds, and does not start the probe again while it hangs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let checkCount = 0;
  const runHanging = createProbeRunner(
    probe(() => {
      checkCount += 1;
      return new Promise(() => undefined);
    }),
  );
  for (const _ of [1, 2]) {
    const pending = runHanging();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await pending).toMatchObject({ name: 'storage', code: 'no-answer', params: { limitMs: 5_000 } });
  }
  expect(checkCount).toBe(1);
});

it('reports a late success as slow, and a late failure as failed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const runSlowly = async (check: Probe['check']) => {
    const pending = run(probe(check));
    await vi.advanceTimersByTimeAsync(20);
    return await pending;
  };
  expect(await runSlowly(async () => wellFinding)).toMatchObject({ code: 'storage-well', tookMs: 0 });
  expect(await runSlowly(() => after(5).then(() => wellFinding))).toMatchObject({ code: 'storage-well', tookMs: 5 });
  expect(await runSlowly(() => after(6).then(() => wellFinding))).toMatchObject({ code: 'storage-slow', tookMs: 6 });
  const failed = runSlowly(() => after(20).then(() => Promise.reject(new Error('no'))));
  expect(await failed).toMatchObject({ code: 'storage-failed', params: { error: 'Error' } });
});

it('reports an error by its name and code, never by its text', async () => {
  const cause = Object.assign(new Error('connect smtp://user:secret@host'), { code: 'ECONNREFUSED' });
  const result = await run(probe(() => Promise.reject(new TypeError('fetch failed', { cause }))));
  expect(result.params).toEqual({ error: 'TypeError ECONNREFUSED' });
});

const gibibyte = 1024 ** 3;

it.each([
  [50, 100, 'disk-well'],
  [9, 100, 'disk-low'],
  [4, 20, 'disk-low'],
  [0.9, 100, 'disk-full'],
] as const)('reports %d GiB free of %d as %s', async (available, total, code) => {
  const usage = async () => ({ usedBytes: (total - available) * gibibyte, availableBytes: available * gibibyte });
  // the probe also reads the machine's own disk and reports the scarcer of the two
  const result = await run(diskProbe({ objects: { usage } }, process.cwd()));
  if (code === 'disk-well') expect(result.code).toMatch(/^disk-(well|low)$/);
  else expect(result).toMatchObject({ code });
});
