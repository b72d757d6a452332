import { expect, it, onTestFinished } from 'vitest';
import { unusedScopeKey } from '../../../test/harness/scoped-database.ts';
import { openDatabase } from '../db/database.ts';
import { TestScope } from '../db/test-scope.ts';
import { systemClock } from '../time/clock.ts';
import { openSharedCounts } from './shared-counts.ts';
import { openThrottle } from './throttle.ts';

/** Opens a throttle without a database: no server listens on port 1. */
function withoutDatabase() {
  const db = openDatabase({
    connection: { host: '127.0.0.1', port: 1 },
    scopeKey: unusedScopeKey,
    applicationName: 'test',
    onConnectionLost: () => undefined,
  });
  onTestFinished(() => db.close());
  const statements = db.statements(new TestScope('throttle'));
  const counts = openSharedCounts({ statements, clock: systemClock, everyMs: null, onError: () => undefined });
  return openThrottle(statements, counts);
}

const limited = { code: 'rate_limited' };

it('throws unavailable while the database is away', async () => {
  const throttle = withoutDatabase();
  const away = { code: 'unavailable' };
  const attempt = { account: 'MCTEST01', by: { block: '203.0.113.0/24' } };
  await expect(throttle.checkAddress('login', '203.0.113.0/24')).rejects.toMatchObject(away);
  await expect(throttle.attemptSignIn(attempt)).rejects.toMatchObject(away);
  await expect(throttle.resetSignIn(attempt)).rejects.toMatchObject(away);
});

it('allows callers without a session of one address block 600 requests per minute and does not limit other blocks', async () => {
  const throttle = withoutDatabase();
  const request = (block: string) => throttle.checkAddress('general', block);
  for (let count = 0; count < 600; count += 1) await request('203.0.113.0/24');
  await expect(request('203.0.113.0/24')).rejects.toMatchObject(limited);
  await request('198.51.100.0/24');
});

it('counts requests with a session by session and not by their shared address', async () => {
  const throttle = withoutDatabase();
  const block = '203.0.113.0/24';
  for (let count = 0; count < 700; count += 1) {
    await throttle.checkAddress('general', block);
    await throttle.refundAddress('general', block);
    await throttle.checkSession(`session ${count % 2}`);
  }
  for (let count = 0; count < 250; count += 1) await throttle.checkSession('session 0');
  await expect(throttle.checkSession('session 0')).rejects.toMatchObject(limited);
});
