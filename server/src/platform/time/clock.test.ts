import { afterEach, expect, it, vi } from 'vitest';
import { ShiftableClock } from './clock.ts';

afterEach(() => vi.useRealTimers());

it('moves only by advance while frozen, and continues from there', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
  const clock = new ShiftableClock();
  clock.advance(500);
  clock.freeze();
  vi.setSystemTime(1_030_000);
  expect([clock.now().getTime(), clock.offsetMs]).toEqual([1_000_500, -29_500]);
  clock.advance(2_000);
  expect(clock.now().getTime()).toBe(1_002_500);
  clock.unfreeze();
  vi.setSystemTime(1_031_000);
  expect([clock.now().getTime(), clock.offsetMs]).toEqual([1_003_500, -27_500]);
});
