import { afterEach, expect, it, vi } from 'vitest';
import { type Probe, taker } from './probe.ts';
import { diskProbe } from './probes/disk.ts';

afterEach(() => vi.useRealTimers());

const take = (probe: Probe) => taker(probe)();
const probe = (look: Probe['look']): Probe => ({
  name: 'storage',
  failed: 'storage-failed',
  slow: { afterMs: 5, finding: 'storage-slow' },
  look,
});
const well = { code: 'storage-well', params: {} } as const;

it('gives up on a probe that does not answer within five seconds, and does not begin it again while it hangs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let looks = 0;
  const hanging = taker(
    probe(() => {
      looks += 1;
      return new Promise(() => undefined);
    }),
  );
  for (const _ of [1, 2]) {
    const taken = hanging();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await taken).toMatchObject({ name: 'storage', code: 'no-answer', params: { limitMs: 5_000 } });
  }
  expect(looks).toBe(1);
});

it('calls a good answer slow past its time, and a bad one bad however slow', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const answered = async (look: Probe['look']) => {
    const taken = take(probe(look));
    await vi.advanceTimersByTimeAsync(20);
    return await taken;
  };
  expect(await answered(async () => well)).toMatchObject({ code: 'storage-well', tookMs: 0 });
  expect(await answered(() => after(5).then(() => well))).toMatchObject({ code: 'storage-well', tookMs: 5 });
  expect(await answered(() => after(6).then(() => well))).toMatchObject({ code: 'storage-slow', tookMs: 6 });
  const failed = answered(() => after(20).then(() => Promise.reject(new Error('no'))));
  expect(await failed).toMatchObject({ code: 'storage-failed', params: { error: 'Error' } });
});

it('tells of an error by name and codes, never by its text', async () => {
  const cause = Object.assign(new Error('connect smtp://user:secret@host'), { code: 'ECONNREFUSED' });
  const result = await take(probe(() => Promise.reject(new TypeError('fetch failed', { cause }))));
  expect(result.params).toEqual({ error: 'TypeError ECONNREFUSED' });
});

const gibibyte = 1024 ** 3;

it.each([
  [50, 100, 'disk-well'],
  [9, 100, 'disk-low'],
  [4, 20, 'disk-low'],
  [0.9, 100, 'disk-full'],
] as const)('finds %d GiB free of %d to be %s', async (available, total, code) => {
  const usage = async () => ({ usedBytes: (total - available) * gibibyte, availableBytes: available * gibibyte });
  // the machine's own disk is asked as well: the scarcer of the two is told
  const result = await take(diskProbe({ objects: { usage } }, process.cwd()));
  if (code === 'disk-well') expect(result.code).toMatch(/^disk-(well|low)$/);
  else expect(result).toMatchObject({ code });
});
