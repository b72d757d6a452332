import { expect, it } from 'vitest';
import { loadOnce } from './load-once.ts';

it('loadOnce shares one load, and repeats a failed one at the next call', async () => {
  const results = [() => Promise.reject(new Error('offline')), () => Promise.resolve('loaded')];
  let calls = 0;
  const load = loadOnce(async () => {
    calls += 1;
    return await results[Math.min(calls, results.length) - 1]?.();
  });
  const first = [load(), load()];
  await expect(Promise.all(first)).rejects.toThrow('offline');
  expect(calls).toBe(1);
  expect(await load()).toBe('loaded');
  expect(await load()).toBe('loaded');
  expect(calls).toBe(2);
});
