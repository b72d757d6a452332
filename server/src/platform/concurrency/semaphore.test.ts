import { describe, expect, it } from 'vitest';
import { Semaphore } from './semaphore.ts';

describe('Semaphore', () => {
  it('runs at most maxConcurrent tasks at once and the others in FIFO order, even if one fails', async () => {
    const semaphore = new Semaphore(2);
    const started: string[] = [];
    const ends = new Map(['a', 'b', 'c', 'd'].map((name) => [name, Promise.withResolvers<string>()]));
    const running = [...ends].map(([name, end]) =>
      semaphore.run(() => {
        started.push(name);
        return end.promise;
      }),
    );
    expect([started, semaphore.waitingCount]).toEqual([['a', 'b'], 2]);
    ends.get('b')?.reject(new Error('it failed'));
    await expect(running[1]).rejects.toThrow('it failed');
    expect([started, semaphore.waitingCount]).toEqual([['a', 'b', 'c'], 1]);
    for (const name of ['a', 'c', 'd']) ends.get(name)?.resolve(name);
    expect(await Promise.all([running[0], running[2], running[3]])).toEqual(['a', 'c', 'd']);
    expect(await semaphore.run(async () => 'free again')).toBe('free again');
  });
});
