import { routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/format-day';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDunning } from '../../src/domain/billing/dunning/run-dunning.ts';
import { sendPriceNotices } from '../../src/domain/billing/prices/send-price-notices.ts';
import { endOfPeriod } from '../../src/domain/billing/subscriptions/subscription-period.ts';
import { addDays, startOfDay } from '../../src/platform/time/days.ts';
import { signInAdmin } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { addBilledDoctors, payLatestDue } from './billed-doctors.ts';

const zone = 'Europe/Athens';

describe('a new price', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await startTestApp();
    testApp.clock.freeze();
  });
  afterAll(() => testApp.close());

  const today = () => formatDay(zone, testApp.clock.now());
  const moveTo = (day: string, hour = 10) =>
    testApp.clock.advance(startOfDay(zone, day).getTime() + hour * 3_600_000 - testApp.clock.now().getTime());
  const run = async () => {
    await sendPriceNotices(testApp.app.context);
    await runDunning(testApp.app.context);
  };
  const select = async (statement: string, values: unknown[] = []) =>
    (await testApp.superuser.query(statement, values)).rows;
  const addPrice = async (after: number, from: string, grossCents: number) => {
    const admin = await signInAdmin(testApp);
    await admin.call(routes.billingPrices.addPrice, {
      body: { plan: 'monthly', after, from, grossCents, monthCents: Math.round(grossCents / 3) },
    });
  };
  const duesOf = async (userId: string) =>
    (await select('SELECT price_id, gross_cents FROM dues WHERE user_id = $1 ORDER BY from_day', [userId])).map(
      ({ price_id: price, gross_cents: cents }) => `${price} ${cents}`,
    );
  const noticesOf = async (userId: string) =>
    (await select('SELECT price_id FROM price_notices WHERE user_id = $1 ORDER BY price_id', [userId])).map(
      ({ price_id: price }) => price,
    );

  it('reaches a running subscription at the first renewal 30 days after its mail, and a new one at once', async () => {
    moveTo(addDays(today(), 1));
    const [soon = ''] = await addBilledDoctors(testApp, 1, 'monthly');
    await payLatestDue(testApp, soon);
    const firstEnd = endOfPeriod(today(), 3);
    // the next renewal begins 25 days after the notice: too early for the price
    moveTo(addDays(firstEnd, -24));
    const [later = '', cancelling = ''] = await addBilledDoctors(testApp, 2, 'monthly');
    await payLatestDue(testApp, later);
    await payLatestDue(testApp, cancelling);
    await select('UPDATE subscriptions SET cancel_at_end = true WHERE user_id = $1', [cancelling]);
    const laterEnd = endOfPeriod(today(), 3);
    await addPrice(1, addDays(today(), 1), 17_997);
    moveTo(today(), 8);
    await run();
    expect(await noticesOf(soon)).toEqual([]);
    moveTo(today(), 10);
    await Promise.all([run(), run()]);
    await run();
    expect(await Promise.all([soon, later, cancelling].map(noticesOf))).toEqual([
      ['doctor.monthly.2'],
      ['doctor.monthly.2'],
      [],
    ]);
    const mail = await testApp.outbox.nextMail(`billed-${soon}@example.gr`, 0);
    // the price holds from the renewal after the next
    for (const part of ['179,97', '149,97', 'με ΦΠΑ', '/doctor/billing']) expect(mail.text).toContain(part);

    moveTo(addDays(today(), 1));
    const [fresh = ''] = await addBilledDoctors(testApp, 1, 'monthly');
    expect(await duesOf(fresh)).toEqual(['doctor.monthly.2 17997']);
    await run();
    expect(await noticesOf(fresh)).toEqual([]);

    moveTo(addDays(firstEnd, -20));
    await run();
    expect(await duesOf(soon)).toEqual(['doctor.monthly.1 14997', 'doctor.monthly.1 14997']);
    await payLatestDue(testApp, soon);
    moveTo(addDays(laterEnd, -20));
    await run();
    expect(await duesOf(later)).toEqual(['doctor.monthly.1 14997', 'doctor.monthly.2 17997']);
    moveTo(addDays(endOfPeriod(addDays(firstEnd, 1), 3), -20));
    await run();
    expect((await duesOf(soon)).at(-1)).toBe('doctor.monthly.2 17997');
  });

  it('is never charged if another one takes its place before it begins', async () => {
    const [doctor = ''] = await addBilledDoctors(testApp, 1, 'monthly');
    await payLatestDue(testApp, doctor);
    const end = endOfPeriod(today(), 3);
    moveTo(addDays(end, -40));
    await addPrice(2, addDays(end, -5), 1_799_700);
    await run();
    moveTo(addDays(end, -25));
    await addPrice(3, addDays(end, -5), 18_000);
    await run();
    expect(await noticesOf(doctor)).toEqual(['doctor.monthly.3', 'doctor.monthly.4']);
    moveTo(addDays(end, -20));
    await run();
    expect((await duesOf(doctor)).at(-1)).toBe('doctor.monthly.2 17997');
  });
});
