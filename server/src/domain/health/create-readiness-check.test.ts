import { expect, it, onTestFinished, vi } from 'vitest';
import { unusedScopeKey } from '../../../test/harness/scoped-database.ts';
import { openTestFolder } from '../../platform/blobs/test-folder.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { ShiftableClock } from '../../platform/time/clock.ts';
import { createReadinessCheck } from './create-readiness-check.ts';

it('checks at most once a second for any number of calls', async () => {
  // fake timers: no check times out on a slow machine
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { objects } = await openTestFolder();
  const db = openDatabase({
    connection: { host: '127.0.0.1', port: 1 },
    scopeKey: unusedScopeKey,
    applicationName: 'test',
    onConnectionLost: () => undefined,
  });
  onTestFinished(() => db.close());
  let checkCount = 0;
  const countingDatabase: typeof db = {
    ...db,
    within: (scope, work) => {
      checkCount += 1;
      return db.within(scope, work);
    },
  };
  const clock = new ShiftableClock();
  clock.freeze();
  const isReady = createReadinessCheck({ db: countingDatabase, objects, clock }, () => true);
  expect(await Promise.all([isReady(), isReady()])).toEqual([false, false]);
  expect(await isReady()).toBe(false);
  clock.advance(1_000);
  expect(await isReady()).toBe(false);
  expect(checkCount).toBe(1);
  clock.advance(1);
  await isReady();
  expect(checkCount).toBe(2);
});
