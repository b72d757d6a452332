import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { copyTemplate } from '../../../test/harness/cluster.ts';
import { openTestDatabase, openTestPool } from '../../../test/harness/scoped-database.ts';
import type { Database } from '../db/database.ts';
import { TestScope } from '../db/test-scope.ts';
import { systemClock } from '../time/clock.ts';
import { openSharedCounts } from './shared-counts.ts';
import { openThrottle, type SignInAttempt, type Throttle } from './throttle.ts';

let copy: Awaited<ReturnType<typeof copyTemplate>>;
let db: Database<unknown>;
let superuser: pg.Pool;
let throttle: Throttle;
beforeAll(async () => {
  copy = await copyTemplate(inject('cluster'));
  db = await openTestDatabase(copy.logins);
  superuser = openTestPool(copy.connection);
  const statements = db.statements(new TestScope('throttle'));
  const counts = openSharedCounts({ statements, clock: systemClock, everyMs: null, onError: () => undefined });
  throttle = openThrottle(statements, counts);
});
afterAll(async () => {
  await db.close();
  await superuser.end();
  await copy.drop();
});

const unknownDevice = (account: string, block = '203.0.113.0/24'): SignInAttempt => ({ account, by: { block } });
const owner = (account: string): SignInAttempt => ({ account, by: { known: 'browser' } });

/** Makes the attempts. Returns the number of allowed ones and the longest wait of the rejected ones, in seconds. */
async function attemptTimes(
  attempt: SignInAttempt,
  times: number,
): Promise<{ allowed: number; maxWaitSeconds: number }> {
  const result = { allowed: 0, maxWaitSeconds: 0 };
  for (let time = 0; time < times; time += 1) {
    try {
      await throttle.attemptSignIn(attempt);
      result.allowed += 1;
    } catch (fault) {
      expect(fault).toMatchObject({ code: 'rate_limited' });
      const { details } = fault as { details: { retryAfterSeconds: number } };
      result.maxWaitSeconds = Math.max(result.maxWaitSeconds, details.retryAfterSeconds);
    }
  }
  return result;
}

it('allows five attempts of an address block, which delay neither a known browser nor another block', async () => {
  expect(await attemptTimes(unknownDevice('one'), 8)).toMatchObject({ allowed: 5 });
  expect(await attemptTimes(owner('one'), 1)).toMatchObject({ allowed: 1 });
  expect(await attemptTimes(unknownDevice('one', '198.51.100.0/24'), 1)).toMatchObject({ allowed: 1 });
  expect(await attemptTimes(unknownDevice('another'), 1)).toMatchObject({ allowed: 1 });
});

it('delays a known browser after its own failures', async () => {
  expect(await attemptTimes(owner('two'), 8)).toMatchObject({ allowed: 5 });
});

it('blocks unknown devices for a day after 100 failures from any addresses, also after a known browser signed in', async () => {
  for (let block = 0; block < 19; block += 1)
    expect(await attemptTimes(unknownDevice('three', `10.0.${block}.0/24`), 6)).toMatchObject({ allowed: 5 });
  expect(await attemptTimes(unknownDevice('three', '10.1.0.0/24'), 5)).toMatchObject({ allowed: 5 });
  const stopped = await attemptTimes(unknownDevice('three', '10.2.0.0/24'), 3);
  expect(stopped).toMatchObject({ allowed: 0 });
  expect(stopped.maxWaitSeconds).toBeGreaterThan(86_000);
  expect(await attemptTimes(owner('three'), 1)).toMatchObject({ allowed: 1 });
  await throttle.resetSignIn(owner('three'));
  expect(await attemptTimes(unknownDevice('three', '10.2.0.0/24'), 1)).toMatchObject({ allowed: 0 });
});

it('counts no sign-in of an unknown browser among the failures, however many there are', async () => {
  for (let turn = 0; turn < 120; turn += 1) {
    await throttle.attemptSignIn(unknownDevice('unknowns'));
    await throttle.resetSignIn(unknownDevice('unknowns'));
  }
  await throttle.resetSignIn(unknownDevice('unknowns')); // by a passkey, without an attempt
  for (let block = 0; block < 20; block += 1)
    expect(await attemptTimes(unknownDevice('unknowns', `10.0.${block}.0/24`), 5)).toMatchObject({ allowed: 5 });
  expect(await attemptTimes(unknownDevice('unknowns', '10.2.0.0/24'), 1)).toMatchObject({ allowed: 0 });
});

it('blocks a known browser for a day after 100 failures of its own', async () => {
  await attemptTimes(owner('four'), 5);
  await superuser.query(`UPDATE throttles SET points = 100 WHERE key LIKE 'failure:four%'`);
  const stopped = await attemptTimes(owner('four'), 1);
  expect(stopped).toMatchObject({ allowed: 0 });
  expect(stopped.maxWaitSeconds).toBeGreaterThan(86_000);
  expect(await attemptTimes(unknownDevice('four'), 1)).toMatchObject({ allowed: 1 });
});

it('counts concurrent attempts individually', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, () => throttle.attemptSignIn(unknownDevice('five'))),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
});
