import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { EventLoopLimiter } from './event-loop-limiter.ts';

describe('EventLoopLimiter', () => {
  it('lets maxPerRound callers through per round, in FIFO order', async () => {
    const limiter = new EventLoopLimiter(2);
    const steps: string[] = [];
    const markRounds = () => {
      steps.push('|');
      if (steps.length < 9) setImmediate(markRounds);
    };
    setImmediate(markRounds);
    const work = async (name: string) => {
      for (let step = 1; step <= 2; step += 1) {
        await limiter.acquire();
        steps.push(`${name}${step}`);
      }
    };
    await Promise.all(['a', 'b', 'c'].map(work));
    expect(steps.join(' ')).toBe('a1 b1 | c1 a2 | b2 c2');
  });

  it('lets a single caller through immediately in every round', async () => {
    const limiter = new EventLoopLimiter(1);
    let acquiredCount = 0;
    for (let round = 0; round < 3; round += 1) {
      void limiter.acquire().then(() => {
        acquiredCount += 1;
      });
      await Promise.resolve();
      await Promise.resolve();
      expect(acquiredCount).toBe(round + 1);
      await nextRound();
    }
  });
});
