import { expect, it } from 'vitest';
import { singleFlight, withTimeout } from './timeouts.ts';

it('shares a pending call and calls again after it succeeded or failed', async () => {
  const ends: (() => void)[] = [];
  let isBroken = false;
  const call = singleFlight(
    () =>
      new Promise<number>((resolve, reject) => {
        ends.push(() => (isBroken ? reject(new Error('broken')) : resolve(ends.length)));
      }),
  );
  const both = Promise.all([call(), call()]);
  ends[0]?.();
  expect(await both).toEqual([1, 1]);
  isBroken = true;
  const broken = call();
  ends[1]?.();
  await expect(broken).rejects.toThrow('broken');
  isBroken = false;
  const third = call();
  ends[2]?.();
  expect(await third).toBe(3);
});

it('calls onTimeout after the timeout and passes a rejection on', async () => {
  expect(await withTimeout(20, new Promise(() => undefined), () => 'late')).toBe('late');
  expect(await withTimeout(600_000, Promise.resolve('quick'), () => 'late')).toBe('quick');
  await expect(withTimeout(600_000, Promise.reject(new Error('no')), () => 'late')).rejects.toThrow('no');
});
