import { expect, it } from 'vitest';
import { ShiftableClock } from './clock.ts';
import { openResponseTimes } from './response-times.ts';

it('returns the 95th percentile of the last five minutes and ignores older responses', () => {
  const clock = new ShiftableClock();
  const times = openResponseTimes(clock);
  expect(times.summary()).toEqual({ requests: 0, failures: 0, p95Ms: 0 });
  times.add(9_000, true);
  clock.advance(5 * 60_000 + 1_000);
  for (let ms = 1; ms <= 100; ms += 1) times.add(ms, ms > 98);
  expect(times.summary()).toEqual({ requests: 100, failures: 2, p95Ms: 95 });
});

it('keeps the last 4096 responses', () => {
  const times = openResponseTimes(new ShiftableClock());
  for (let count = 0; count < 10_000; count += 1) times.add(count, false);
  expect(times.summary()).toMatchObject({ requests: 4_096, p95Ms: 9_795 });
});
