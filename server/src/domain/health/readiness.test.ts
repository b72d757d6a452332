import { expect, it } from 'vitest';
import { openTestFolder } from '../../platform/blobs/test-folder.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { ShiftableClock } from '../../platform/kit/clock.ts';
import { openReadiness } from './readiness.ts';

it('looks once a second, however often it is asked', async () => {
  const { objects } = await openTestFolder();
  const db = openDatabase({
    connection: { host: '127.0.0.1', port: 1 },
    applicationName: 'test',
    onConnectionLost: () => undefined,
  });
  let looks = 0;
  const counting: typeof db = {
    ...db,
    within: (scope, work) => {
      looks += 1;
      return db.within(scope, work);
    },
  };
  const clock = new ShiftableClock();
  const isReady = openReadiness({ db: counting, objects, clock }, () => true);
  expect(await Promise.all([isReady(), isReady()])).toEqual([false, false]);
  expect(await isReady()).toBe(false);
  expect(looks).toBe(1);
  clock.advance(1_001);
  await isReady();
  expect(looks).toBe(2);
  await db.close();
});
