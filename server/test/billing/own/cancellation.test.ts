import { routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/format-day';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDunning } from '../../../src/domain/billing/dunning/run-dunning.ts';
import { endOfPeriod } from '../../../src/domain/billing/subscriptions/subscription-period.ts';
import { addDays, startOfDay } from '../../../src/platform/time/days.ts';
import { createDoctor, type DoctorFixture, signInAdmin } from '../../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../../harness/start-test-app.ts';
import { payLatestDue } from '../billed-doctors.ts';

const zone = 'Europe/Athens';

describe('cancelling a subscription', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await startTestApp();
    testApp.clock.freeze();
  });
  afterAll(() => testApp.close());

  const today = () => formatDay(zone, testApp.clock.now());
  /** Moves to 10:00 of a day and takes the steps of that hour. */
  const moveTo = async (day: string, doctor: DoctorFixture) => {
    testApp.clock.advance(startOfDay(zone, day).getTime() + 10 * 3_600_000 - testApp.clock.now().getTime());
    await runDunning(testApp.app.context);
    await doctor.client.signIn(routes.auth.doctorLogin.path, { email: doctor.email, password: doctor.password });
  };
  const billing = (doctor: DoctorFixture) => doctor.client.call(routes.doctor.billingOverview, {});
  const cancel = (doctor: DoctorFixture, isCancelled = true) =>
    doctor.client.call(routes.billing.doctorCancellation, { body: { cancel: isCancelled } });
  const findMail = async ({ email }: DoctorFixture, part: string) => {
    for (let count = 0; ; count += 1) {
      const mail = await testApp.outbox.nextMail(email, count);
      if (mail.text.includes(part)) return mail.text;
    }
  };

  /** A doctor whose first year is paid. */
  const createPaid = async (name: string) => {
    const doctor = await createDoctor(testApp, await signInAdmin(testApp), name);
    const end = endOfPeriod(today(), 12);
    await payLatestDue(testApp, doctor.userId);
    return { doctor, end };
  };

  it('withdraws the open request at once, names the last paid day, and confirms by mail', async () => {
    const { doctor, end } = await createPaid('leaves');
    await moveTo(addDays(end, -20), doctor);
    expect(await billing(doctor)).toMatchObject({
      due: { amountCents: 48_000, dueOn: end },
      cancellation: { lastDay: end, owedCents: 0 },
    });
    expect(await cancel(doctor)).toMatchObject({
      ...{ state: 'active', status: 'active', cancelAtEnd: true, due: null, subscriptionEndDate: end },
      ...{ nextBilling: null, nextAmountCents: null, cancellation: null },
    });
    expect(await findMail(doctor, 'δεν ανανεώνεται')).toContain('Δεν θα υπάρξει άλλη χρέωση');
    expect(await cancel(doctor, false)).toMatchObject({ cancelAtEnd: false, cancellation: { lastDay: end } });
    await runDunning(testApp.app.context);
    expect((await billing(doctor)).due).toMatchObject({ amountCents: 48_000, dueOn: end });
  });

  it('ends on the last paid day when it is cancelled on that day', async () => {
    const { doctor, end } = await createPaid('last-day');
    await moveTo(end, doctor);
    expect(await billing(doctor)).toMatchObject({ due: { dueOn: end }, cancellation: { lastDay: end, owedCents: 0 } });
    expect(await cancel(doctor)).toMatchObject({ status: 'active', due: null, subscriptionEndDate: end });
  });

  it('ends at once in grace, says so before, and can be started again', async () => {
    const { doctor, end } = await createPaid('in-grace');
    await moveTo(addDays(end, 5), doctor);
    expect(await billing(doctor)).toMatchObject({
      ...{ state: 'past_due', status: 'active', cancellation: { lastDay: null, owedCents: 0 } },
      // the payment that is late, not one after the days of grace
      ...{ nextBilling: end, nextAmountCents: 48_000 },
    });
    const { doctor: profile } = await doctor.client.call(routes.doctor.profile, {});
    expect(profile.subscription.nextBilling).toBe(end);
    const after = await cancel(doctor);
    expect(after).toMatchObject({ state: 'ended', status: 'inactive', subscriptionEndDate: end, grace: null });
    expect(after.due).toMatchObject({ startsAgain: true, amountCents: 48_000 });
    expect(after.canStartAgain).toBe(false);
    expect((await doctor.client.json('POST', routes.billing.doctorCancellation.path, { cancel: false })).status).toBe(
      409,
    );
    expect(await findMail(doctor, 'γι’ αυτό η συνδρομή σας έληξε')).toContain('/doctor/billing');
  });

  it('lets a doctor whose cancelled subscription ended start again, once, from the payment on', async () => {
    const { doctor, end } = await createPaid('returns');
    await cancel(doctor);
    await moveTo(addDays(end, 40), doctor);
    expect(await billing(doctor)).toMatchObject({ state: 'ended', status: 'inactive', due: null, canStartAgain: true });
    expect((await doctor.client.json('POST', routes.billing.doctorCancellation.path, { cancel: true })).status).toBe(
      409,
    );
    const asked = await Promise.all([cancel(doctor, false), cancel(doctor, false).catch(() => null)]);
    expect(asked.filter(Boolean).length).toBeGreaterThan(0);
    const shown = await billing(doctor);
    expect(shown).toMatchObject({ state: 'awaiting', cancelAtEnd: false, canStartAgain: false });
    expect(shown.due).toMatchObject({ amountCents: 48_000, from: today(), startsAgain: false });
    const mailed = shown.due?.rf.match(/.{1,4}/g)?.join(' ') ?? 'no reference';
    expect(await findMail(doctor, mailed)).toContain('480,00');
    const { rows } = await testApp.superuser.query(`SELECT FROM dues WHERE user_id = $1 AND state = 'open'`, [
      doctor.userId,
    ]);
    expect(rows).toHaveLength(1);
    await payLatestDue(testApp, doctor.userId);
    const day = today();
    expect(await billing(doctor)).toMatchObject({
      ...{ state: 'active', status: 'active', due: null, subscriptionEndDate: endOfPeriod(day, 12) },
    });
  });

  it('offers no new period while an access without a subscription runs, and offers it after that', async () => {
    const { doctor, end } = await createPaid('has-access');
    await testApp.superuser.query('DELETE FROM subscriptions WHERE user_id = $1', [doctor.userId]);
    expect(await billing(doctor)).toMatchObject({ state: 'none', status: 'active', canStartAgain: false });
    const start = () => doctor.client.json('POST', routes.billing.doctorCancellation.path, { cancel: false });
    expect((await start()).status).toBe(409);
    await moveTo(addDays(end, 1), doctor);
    expect(await billing(doctor)).toMatchObject({ state: 'none', status: 'inactive', canStartAgain: true });
    expect((await start()).status).toBe(200);
  });

  it('lets a doctor whose unpaid invoice was credited start again, once the rest is paid', async () => {
    const doctor = await createDoctor(testApp, await signInAdmin(testApp), 'suspended');
    for (let day = 1; day <= 100; day += 1) {
      testApp.clock.advance(86_400_000);
      await runDunning(testApp.app.context);
    }
    await moveTo(today(), doctor);
    const left = await billing(doctor);
    expect(left).toMatchObject({ state: 'ended', status: 'inactive', canStartAgain: false });
    const cents = left.due?.amountCents ?? 0;
    expect(cents).toBeGreaterThan(0);
    await (await signInAdmin(testApp)).call(routes.billingAdmin.recordPayment, {
      body: { userId: doctor.userId, cents, receivedOn: today() },
    });
    expect(await billing(doctor)).toMatchObject({ state: 'ended', due: null, canStartAgain: true });
    expect((await cancel(doctor, false)).due).toMatchObject({ amountCents: 48_000, from: today() });
  });

  it('leaves an issued invoice to pay', async () => {
    const doctor = await createDoctor(testApp, await signInAdmin(testApp), 'invoiced');
    const lastDay = endOfPeriod(today(), 12);
    expect((await billing(doctor)).cancellation).toEqual({ lastDay, owedCents: 48_000 });
    expect(await cancel(doctor)).toMatchObject({ due: { amountCents: 48_000 }, cancelAtEnd: true });
    expect(await findMail(doctor, 'Απομένει να πληρώσετε: 480,00')).toContain('δεν ανανεώνεται');
  });
});
