import { routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/format-day';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../src/domain/authorization/authorize.ts';
import { formatNumber } from '../../src/domain/billing/invoices/format-number.ts';
import { writeOffPostings } from '../../src/domain/billing/ledger/postings.ts';
import { insertEntry } from '../../src/domain/billing/ledger/store.ts';
import { addMonths, endOfPeriod } from '../../src/domain/billing/subscriptions/subscription-period.ts';
import { dayAfter } from '../../src/platform/time/days.ts';
import type { Client } from '../harness/client.ts';
import { createDoctor, type DoctorFixture, signInAdmin } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { issueDocument } from './issue-document.ts';

const dayMs = 86_400_000;

describe('doctor billing', () => {
  let testApp: TestApp;
  let admin: Client;
  beforeAll(async () => {
    testApp = await startTestApp();
    admin = await signInAdmin(testApp);
  });
  afterAll(() => testApp.close());

  const today = () => formatDay('Europe/Athens', testApp.clock.now());
  const billing = (doctor: DoctorFixture) => doctor.client.call(routes.doctor.billingOverview, {});
  const choosePlan = (doctor: DoctorFixture, plan: 'yearly' | 'monthly') =>
    doctor.client.call(routes.doctor.changePlan, { body: { plan } });
  const setEndDate = (doctor: DoctorFixture, endDate: string) =>
    admin.call(routes.admin.updateSubscription, {
      body: { userId: doctor.userId, startDate: '2025-01-01', endDate, status: 'active' },
    });
  const listAuditDetails = async (event: string, id: string) =>
    (
      await testApp.superuser.query<{ details: unknown }>(
        'SELECT details FROM audit_events WHERE event = $1 AND object_id = $2 ORDER BY id',
        [event, id],
      )
    ).rows.map(({ details }) => details);

  it('shows the plan, the next payment, the stored card and the first invoice', async () => {
    const doctor = await createDoctor(testApp, admin, 'billed');
    const end = endOfPeriod(today(), 12);
    expect(await billing(doctor)).toMatchObject({
      plan: 'yearly',
      status: 'active',
      monthlyFee: 39.99,
      subscriptionEndDate: end,
      nextBilling: end,
      nextAmountCents: 48_000,
      pendingChange: null,
      paymentMethod: {
        cardholderName: 'ELENI STAVRIDOU',
        brand: 'Visa',
        last4: '1881',
        expiry: '08/29',
        address: null,
        city: 'Πειραιάς',
        postalCode: null,
        country: 'GR',
      },
      invoices: [expect.objectContaining({ amount: 480, status: 'pending' })],
    });
  });

  it('changes the plan at the period’s end; choosing the current plan cancels the change', async () => {
    const doctor = await createDoctor(testApp, admin, 'chooser');
    const { nextBilling } = await billing(doctor);
    const chosen = await choosePlan(doctor, 'monthly');
    expect(chosen).toMatchObject({
      plan: 'yearly',
      monthlyFee: 39.99,
      nextBilling,
      nextAmountCents: 14_997,
      pendingChange: { plan: 'monthly', from: dayAfter(nextBilling ?? '') },
    });
    expect(await choosePlan(doctor, 'monthly')).toEqual(chosen);
    expect(await choosePlan(doctor, 'yearly')).toMatchObject({ pendingChange: null, nextAmountCents: 48_000 });
    expect(await choosePlan(doctor, 'yearly')).toMatchObject({ pendingChange: null });
    expect(await listAuditDetails('plan_changed', doctor.id)).toEqual([
      { before: 'yearly', wanted: 'monthly', from: dayAfter(nextBilling ?? '') },
      { before: 'yearly', wanted: 'yearly', from: today() },
    ]);
  });

  it('applies the chosen plan when the period ends; an earlier renewal keeps the day of the change', async () => {
    const doctor = await createDoctor(testApp, admin, 'renewed');
    await setEndDate(doctor, dayAfter(today()));
    const { nextBilling } = await choosePlan(doctor, 'monthly');
    expect(nextBilling).toBe(dayAfter(today()));
    await admin.call(routes.admin.renewDoctorSubscription, { body: { userId: doctor.userId, months: 3 } });
    expect(await billing(doctor)).toMatchObject({
      plan: 'yearly',
      pendingChange: { plan: 'monthly', from: dayAfter(nextBilling ?? '') },
    });
    testApp.advanceClock(2 * dayMs);
    admin = await signInAdmin(testApp);
    await doctor.client.signIn(routes.auth.doctorLogin.path, { email: doctor.email, password: doctor.password });
    expect(await billing(doctor)).toMatchObject({
      plan: 'monthly',
      status: 'active',
      monthlyFee: 49.99,
      pendingChange: null,
      nextAmountCents: 14_997,
    });
    expect((await doctor.client.call(routes.doctor.profile, {})).doctor.subscription.plan).toBe('monthly');
    // after the change the yearly plan is a new choice
    expect((await choosePlan(doctor, 'yearly')).pendingChange?.plan).toBe('yearly');
  });

  it('moves the change with an end date that an administrator sets', async () => {
    const doctor = await createDoctor(testApp, admin, 'shifted');
    await choosePlan(doctor, 'monthly');
    const end = addMonths(today(), 2);
    await setEndDate(doctor, end);
    expect(await billing(doctor)).toMatchObject({ pendingChange: { plan: 'monthly', from: dayAfter(end) } });
  });

  it('changes the plan immediately without a current period, and the first period uses it', async () => {
    const doctor = await createDoctor(testApp, admin, 'unverified');
    expect(await choosePlan(doctor, 'monthly')).toMatchObject({
      plan: 'monthly',
      status: 'pending',
      nextBilling: null,
      nextAmountCents: null,
      pendingChange: null,
    });
    const application = (await admin.call(routes.admin.pendingDoctors, {})).find(({ id }) => id === doctor.id);
    expect(application?.plan).toBe('monthly');
    await admin.call(routes.admin.approveDoctor, { params: { id: doctor.id } });
    expect((await billing(doctor)).nextBilling).toBe(endOfPeriod(today(), 3));
  });

  const update = (doctor: DoctorFixture, body: object) =>
    doctor.client.json('POST', routes.doctor.updatePaymentMethod.path, body);
  const shown = async (response: Response) =>
    routes.doctor.billingOverview.reply.parse(await response.json()).paymentMethod;

  it('stores a new card’s brand, last four digits and expiry, or keeps the card with a new address', async () => {
    const doctor = await createDoctor(testApp, admin, 'payer');
    const address = { address: 'Leof. Kifisias 44', city: 'Athens', postalCode: '151 25', country: 'GR' };
    const card = { brand: 'Mastercard', last4: '4444', expiry: '01/31' };
    const updated = await shown(await update(doctor, { cardholderName: ' E. STAVRIDOU ', ...card, ...address }));
    expect(updated).toEqual({ cardholderName: 'E. STAVRIDOU', ...card, ...address });
    const moved = await shown(await update(doctor, { cardholderName: 'E. STAVRIDOU', city: 'Πάτρα', last4: '' }));
    expect(moved).toMatchObject({ ...card, city: 'Πάτρα', address: null });
    await update(doctor, { cardholderName: 'E. STAVRIDOU', city: 'Πάτρα' });
    expect(await listAuditDetails('payment_method_changed', doctor.id)).toEqual([
      { changed: ['cardholderName', 'brand', 'last4', 'expiry', 'address', 'city', 'postalCode'] },
      { changed: ['address', 'city', 'postalCode', 'country'] },
    ]);
  });

  it('requires a card if none is stored', async () => {
    const doctor = await createDoctor(testApp, admin, 'cardless');
    await testApp.superuser.query('DELETE FROM payment_methods WHERE doctor_id = $1', [doctor.id]);
    expect((await billing(doctor)).paymentMethod).toBeNull();
    const withoutCard = await update(doctor, { cardholderName: 'E. STAVRIDOU' });
    expect(problem.parse(await withoutCard.json())).toMatchObject({
      status: 400,
      errors: [{ field: 'last4', message: 'This field is required' }],
    });
    const first = await shown(await update(doctor, { cardholderName: 'E. S.', last4: '1111', expiry: '02/30' }));
    expect(first).toMatchObject({ last4: '1111', brand: null });
  });

  it('lists the doctor’s own invoices, newest first, and no other doctor’s', async () => {
    const [doctor, other] = [
      await createDoctor(testApp, admin, 'invoiced'),
      await createDoctor(testApp, admin, 'other'),
    ];
    const issue = (userId: string) =>
      testApp.app.context.db.within(systemScope('billing'), (tx) => issueDocument(testApp, tx, userId));
    const [first, second, third] = [await issue(doctor.userId), await issue(doctor.userId), await issue(other.userId)];
    await testApp.app.context.db.within(systemScope('billing'), (tx) =>
      insertEntry(tx, {
        ...{ id: first.id, kind: 'written_off', source: 'write_off', sourceId: first.id, actor: null },
        ...{ day: today(), userId: doctor.userId },
        postings: writeOffPostings(doctor.userId, { invoiceId: first.id, cents: 48_000 }),
      }),
    );
    const days = { date: today(), dueDate: today() };
    expect((await billing(doctor)).invoices.slice(0, -1)).toMatchObject([
      { id: second.id, number: formatNumber({ series: 'T', ...second }), ...days, amount: 480, status: 'pending' },
      { id: first.id, number: formatNumber({ series: 'T', ...first }), ...days, amount: 480, status: 'paid' },
    ]);
    expect((await billing(other)).invoices.map(({ id }) => id)).toEqual([third.id, expect.any(String)]);
  });
});
