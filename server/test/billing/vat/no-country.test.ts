import { routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/format-day';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDunning } from '../../../src/domain/billing/dunning/run-dunning.ts';
import { addDays, startOfDay } from '../../../src/platform/time/days.ts';
import { Client } from '../../harness/client.ts';
import { signInAdmin, signupForm } from '../../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../../harness/start-test-app.ts';
import { waitForJobs } from '../../harness/wait-for-jobs.ts';
import { type StripeServer, startStripeServer } from '../../stand-ins/stripe.ts';
import { openCardActs } from '../cards.ts';

const details = {
  ...{ kind: 'person' as const, legalName: 'Ελένη Σταυρίδου', address: 'Bahnhofstrasse 1', city: 'Zürich' },
  ...{ postalCode: '8001', country: 'CH', language: 'en' as const },
};

/** A doctor whose sign-up named a country that is none, or none at all. */
async function approve(testApp: TestApp, admin: Client, name: string, country: string | undefined) {
  const form = signupForm(name);
  const { country: _, ...card } = form.billing ?? { cardholderName: '', last4: '', expiry: '' };
  const billing = country === undefined ? card : { ...card, country };
  await testApp.anonymous.call(routes.auth.doctorSignup, { body: { ...form, billing } });
  const pending = await admin.call(routes.admin.pendingDoctors, {});
  const application = pending.find(({ user }) => user.email === form.email);
  if (application === undefined) throw new Error('The application is not pending.');
  await admin.call(routes.admin.approveDoctor, { params: { id: application.id } });
  await waitForJobs(testApp);
  const client = new Client(testApp.origin, testApp.config);
  await client.signIn(routes.auth.doctorLogin.path, { email: form.email, password: form.password });
  return { client, id: application.id, userId: application.userId, email: form.email, password: form.password };
}

describe('a doctor whose sign-up names no country', () => {
  let testApp: TestApp;
  let admin: Client;
  beforeAll(async () => {
    testApp = await startTestApp();
    testApp.clock.freeze();
    admin = await signInAdmin(testApp);
  });
  afterAll(() => testApp.close());
  const select = async (statement: string, userId: string) => (await testApp.superuser.query(statement, [userId])).rows;
  const invoicesOf = (userId: string) =>
    select(
      "SELECT tax_case, vat_cents::int AS vat, buyer ->> 'country' AS country FROM invoices WHERE user_id = $1",
      userId,
    );

  it.each([
    ['Swiss', 'Other'],
    ['Nowhere', undefined],
  ])('has access, and gets an invoice once the billing details are there: %s', async (name, country) => {
    const doctor = await approve(testApp, admin, name, country);
    const before = await doctor.client.call(routes.doctor.billingOverview, {});
    expect(before).toMatchObject({ status: 'active', party: null, due: null, needsDetails: true });
    expect(await invoicesOf(doctor.userId)).toEqual([]);
    expect(await testApp.outbox.nextMail(doctor.email, 0)).toMatchObject({
      text: expect.stringContaining('στοιχεία τιμολόγησής'),
    });
    await doctor.client.call(routes.billing.doctorParty, { body: details });
    await waitForJobs(testApp);
    expect(await invoicesOf(doctor.userId)).toEqual([{ tax_case: 'outside_eu', vat: 0, country: 'CH' }]);
    const after = await doctor.client.call(routes.doctor.billingOverview, {});
    expect(after).toMatchObject({ needsDetails: false, due: { amountCents: 38_710, vatCents: 0 } });
  });

  it('is asked for the details also once a transfer came, whose invoice waits for them', async () => {
    const { client, userId } = await approve(testApp, admin, 'Early', undefined);
    const receivedOn = formatDay('Europe/Athens', testApp.clock.now());
    await admin.call(routes.billingAdmin.recordPayment, { body: { userId, cents: 48_000, receivedOn } });
    const before = await client.call(routes.doctor.billingOverview, {});
    expect(before).toMatchObject({ due: null, credit: { amountCents: 48_000 }, needsDetails: true });
    await client.call(routes.billing.doctorParty, { body: { ...details, country: 'GR' } });
    await waitForJobs(testApp);
    const after = await client.call(routes.doctor.billingOverview, {});
    expect(after).toMatchObject({ due: null, credit: { amountCents: 0 }, needsDetails: false });
    expect(after.invoices).toMatchObject([{ state: 'paid', grossCents: 48_000 }]);
  });

  it('refuses a country that is none', async () => {
    const doctor = await approve(testApp, admin, 'Unknown', undefined);
    const body = { ...details, country: 'ZZ' };
    const response = await doctor.client.json(routes.billing.doctorParty.method, routes.billing.doctorParty.path, body);
    const { errors } = problem.parse(await response.json());
    expect([response.status, errors?.map(({ field }) => field)]).toEqual([400, ['country']]);
  });

  it('is reminded of the details, and loses access without them', async () => {
    const doctor = await approve(testApp, admin, 'Silent', 'Other');
    const first = formatDay('Europe/Athens', testApp.clock.now());
    for (let day = 1; day < 32; day += 1) {
      const noon = startOfDay('Europe/Athens', addDays(first, day)).getTime() + 12 * 3_600_000;
      testApp.clock.advance(noon - testApp.clock.now().getTime());
      await runDunning(testApp.app.context);
      if (day % 5 === 1) await waitForJobs(testApp); // a mail that waits for a week is not sent
    }
    const bodies = (await testApp.outbox.mail()).filter(({ to }) => to === doctor.email).map(({ subject }) => subject);
    expect(bodies.slice(1)).toEqual([
      ...Array.from({ length: 3 }, () => 'MedCloud: συμπληρώστε τα στοιχεία τιμολόγησης'),
      'Η συνδρομή σας στο MedCloud έληξε',
    ]);
    expect(await invoicesOf(doctor.userId)).toEqual([]);
  });
});

describe('a doctor who signs up where cards are taken', () => {
  let testApp: TestApp;
  let stripe: StripeServer;
  beforeAll(async () => {
    stripe = await startStripeServer();
    testApp = await startTestApp({ environment: { PAYMENTS_URL: stripe.url } });
  });
  afterAll(async () => {
    await testApp.close();
    await stripe.close();
  });

  it('is asked to pay after the billing details, by their tax', async () => {
    const doctor = await approve(testApp, await signInAdmin(testApp), 'Cards', undefined);
    const acts = openCardActs(testApp, stripe);
    expect(await doctor.client.call(routes.doctor.billingOverview, {})).toMatchObject({
      ...{ state: 'awaiting', party: null, due: null, needsDetails: true },
    });
    const early = await acts.post(doctor, routes.billingCards.doctorCheckout.path, {});
    expect([early.status, problem.parse(await early.json()).code]).toEqual([409, 'billing_details_required']);
    await doctor.client.call(routes.billing.doctorParty, { body: details });
    await waitForJobs(testApp);
    expect(await doctor.client.call(routes.doctor.billingOverview, {})).toMatchObject({ due: { amountCents: 38_710 } });
    await acts.checkout(doctor);
    expect(await acts.attemptsOf(doctor)).toMatchObject([{ cents: 38_710 }]);
  });
});
