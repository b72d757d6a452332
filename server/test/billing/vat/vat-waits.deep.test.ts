import { formatDay } from '@medcloud/contract/format-day';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDunning } from '../../../src/domain/billing/dunning/run-dunning.ts';
import { checkVat } from '../../../src/domain/billing/parties/check-vat.ts';
import { endOfPeriod } from '../../../src/domain/billing/subscriptions/subscription-period.ts';
import { openVies } from '../../../src/platform/outbound/vies/check-vat-number.ts';
import { addDays, startOfDay } from '../../../src/platform/time/days.ts';
import { startTestApp, type TestApp } from '../../harness/start-test-app.ts';
import { waitForJobs } from '../../harness/wait-for-jobs.ts';
import { startViesServer, type ViesServer } from '../../stand-ins/vies.ts';
import { addBilledDoctors, payLatestDue } from '../billed-doctors.ts';

const zone = 'Europe/Athens';
const hourMs = 3_600_000;

describe('a payment that waits for VIES', () => {
  let vies: ViesServer;
  let testApp: TestApp;
  beforeAll(async () => {
    vies = await startViesServer();
    vies.valid.add('FI20774740');
    testApp = await startTestApp({ environment: { VIES_URL: vies.address } });
  });
  afterAll(async () => {
    await testApp.close();
    await vies.close();
  });

  const today = () => formatDay(zone, testApp.clock.now());
  const select = async (statement: string, values: unknown[]) =>
    (await testApp.superuser.query(statement, values)).rows;

  it('ends no access, brings no reminder, and pays its period once VIES answers', async () => {
    const [userId = ''] = await addBilledDoctors(testApp, 1, 'monthly');
    await payLatestDue(testApp, userId);
    await select(
      `UPDATE billing_parties SET kind = 'business', country = 'FI', vat_country = 'FI', vat_number = '20774740' WHERE user_id = $1`,
      [userId],
    );
    const ports = { context: testApp.app.context, check: openVies(vies.address) };
    await checkVat(ports, userId, new AbortController().signal);
    const accessOf = async () =>
      (
        await select(
          `SELECT s.state, u.subscription_end_date AS "end" FROM users u JOIN subscriptions s ON s.user_id = u.id WHERE u.id = $1`,
          [userId],
        )
      )[0];
    const dueOf = async () =>
      (await select('SELECT gross_cents AS cents, state FROM dues WHERE user_id = $1 ORDER BY id DESC', [userId]))[0];
    const countSteps = async () =>
      (
        await select(
          'SELECT count(*)::int AS count FROM dunning_steps t JOIN dues d ON d.id = t.due_id WHERE user_id = $1',
          [userId],
        )
      )[0].count;
    const { end } = await accessOf();
    for (let day = -20; day <= 16; day += 1) {
      const noon = startOfDay(zone, addDays(end, day)).getTime() + 12 * hourMs;
      testApp.advanceClock(noon - testApp.clock.now().getTime());
      await runDunning(testApp.app.context);
    }
    expect([await accessOf(), await dueOf()]).toMatchObject([{ state: 'ended' }, { cents: 12_094, state: 'expired' }]);
    const paidOn = today();
    vies.always = 'down';
    await payLatestDue(testApp, userId);
    await waitForJobs(testApp);
    expect([await accessOf(), await dueOf()]).toMatchObject([
      { state: 'active', end: addDays(paidOn, 2) },
      { state: 'open' },
    ]);
    const steps = await countSteps();
    await runDunning(testApp.app.context);
    expect(await countSteps()).toBe(steps);
    vies.always = null;
    testApp.advanceClock(hourMs);
    testApp.app.context.queue.poll();
    await waitForJobs(testApp);
    expect(await dueOf()).toMatchObject({ state: 'paid' });
    expect(await accessOf()).toEqual({ state: 'active', end: endOfPeriod(paidOn, 3) });
    const invoices = await select('SELECT tax_case, gross_cents FROM invoices WHERE user_id = $1 ORDER BY id', [
      userId,
    ]);
    expect(invoices.at(-1)).toEqual({ tax_case: 'eu_reverse', gross_cents: 12_094 });
  });
});
