import { expect, it } from 'vitest';
import { TestScope } from '../../../platform/db/test-scope.ts';
import { ShiftableClock } from '../../../platform/time/clock.ts';
import type { OpenSeries } from '../open-series.ts';
import { RecentSeries } from './recent-series.ts';

const scope = new TestScope(null);
const address = { examId: 'exam', studyUid: '1.2', seriesUid: '1.2.3' };
const series = { manifestId: 'manifest' } as OpenSeries;

it('finds a series that another request is opening, until five seconds after it began', async () => {
  const clock = new ShiftableClock();
  clock.freeze();
  const recent = new RecentSeries(clock);
  const reading = Promise.withResolvers<OpenSeries>();
  const opened = recent.open(scope, address, () => reading.promise);
  const found = recent.find(scope, address);
  reading.resolve(series);
  expect([await opened, await found]).toEqual([series, series]);
  clock.advance(5_000);
  expect(recent.find(scope, address)).toBeUndefined();
});

it('keeps no series that could not be opened', async () => {
  const recent = new RecentSeries(new ShiftableClock());
  const opened = recent.open(scope, address, () => Promise.reject(new Error('not found')));
  const found = recent.find(scope, address);
  await expect(opened).rejects.toThrow('not found');
  await expect(found).rejects.toThrow('not found');
  expect(recent.find(scope, address)).toBeUndefined();
});
