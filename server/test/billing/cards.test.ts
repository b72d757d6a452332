import { routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/format-day';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { runDunning } from '../../src/domain/billing/dunning/run-dunning.ts';
import { handleEvent } from '../../src/domain/billing/payments/events/handle-event.ts';
import { sweepAttempts } from '../../src/domain/billing/payments/sweep-attempts.ts';
import { endOfPeriod } from '../../src/domain/billing/subscriptions/subscription-period.ts';
import { addDays, dayAfter, startOfDay } from '../../src/platform/time/days.ts';
import type { Client } from '../harness/client.ts';
import { createDoctor, type DoctorFixture, signInAdmin } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';
import { type StripeServer, startStripeServer } from '../stand-ins/stripe.ts';
import { openCardActs } from './cards.ts';

const dayMs = 86_400_000;

describe('card payments', () => {
  let stripe: StripeServer;
  let testApp: TestApp;
  let admin: Client;
  let acts: ReturnType<typeof openCardActs>;
  beforeAll(async () => {
    stripe = await startStripeServer();
    testApp = await startTestApp({ environment: { PAYMENTS_URL: stripe.url } });
    admin = await signInAdmin(testApp);
    acts = openCardActs(testApp, stripe);
  });
  afterAll(async () => {
    await testApp.close();
    await stripe.close();
  });

  const billing = (doctor: DoctorFixture) => doctor.client.call(routes.doctor.billingOverview, {});
  const sweep = async () => {
    testApp.advanceClock(120_000);
    await sweepAttempts(testApp.app.context);
  };
  /** A doctor whose first year is paid by a card that is saved. */
  const createPaying = async (name: string) => {
    const doctor = await createDoctor(testApp, admin, name);
    stripe.records.pay(acts.sessionIn(await acts.checkout(doctor)));
    await acts.return(doctor);
    return doctor;
  };

  const signInAgain = async (doctor: DoctorFixture) => {
    admin = await signInAdmin(testApp);
    await doctor.client.signIn(routes.auth.doctorLogin.path, { email: doctor.email, password: doctor.password });
  };

  it('waits for the first payment, which issues the invoice and begins the period', async () => {
    const doctor = await createDoctor(testApp, admin, 'first');
    expect(await billing(doctor)).toMatchObject({
      state: 'awaiting',
      status: 'pending',
      cardPayments: true,
      savedCard: null,
      isChecking: false,
      invoices: [],
    });
    expect(await acts.periodsOf(doctor)).toEqual([]);
    const page = await acts.checkout(doctor);
    expect(await acts.checkout(doctor)).toBe(page);
    expect(await acts.return(doctor)).toBe('cancelled');
    stripe.records.pay(acts.sessionIn(page));
    expect(await acts.return(doctor)).toBe('paid');
    expect(await acts.return(doctor)).toBe('paid');
    const after = await billing(doctor);
    expect(after).toMatchObject({ state: 'active', status: 'active', method: 'card', savedCard: 'ok', due: null });
    expect(after.invoices).toMatchObject([{ amount: 480, status: 'paid' }]);
    expect(after.paymentMethod).toMatchObject({ brand: 'Visa', last4: '4242', expiry: '04/31' });
    expect(await acts.periodsOf(doctor)).toEqual([{ kind: 'paid' }]);
    expect(await acts.balanceOf(doctor, 'card_clearing')).toBe(48_000);
    expect(await acts.attemptsOf(doctor)).toHaveLength(1);
  });

  it('begins the first period on the day of a payment that comes weeks after the approval', async () => {
    const doctor = await createDoctor(testApp, admin, 'late-first');
    await waitForJobs(testApp); // a lease that ends while a mail is sent has it sent again
    const nextDay = async () => {
      testApp.advanceClock(dayMs);
      await runDunning(testApp.app.context);
    };
    for (let days = 0; days < 20; days += 1) await nextDay();
    await signInAgain(doctor);
    const day = formatDay('Europe/Athens', testApp.clock.now());
    const to = endOfPeriod(day, 12);
    const { due, ...waiting } = await billing(doctor);
    expect(waiting).toMatchObject({ state: 'awaiting', grace: null });
    expect(due).toMatchObject({ from: day, to, startsAgain: false, startsWithPayment: true });
    stripe.records.pay(acts.sessionIn(await acts.checkout(doctor)));
    expect(await acts.return(doctor)).toBe('paid');
    const after = await billing(doctor);
    expect(after).toMatchObject({ state: 'active', status: 'active', subscriptionEndDate: to, nextBilling: to });
    const [invoice] = await acts.select(
      `SELECT from_day AS "from", to_day AS "to", issued_on AS "issuedOn", due_on >= issued_on AS "isPayable"
       FROM invoices WHERE user_id = $1`,
      [doctor.userId],
    );
    expect(invoice).toEqual({ from: day, to, issuedOn: day, isPayable: true });
    const account = await admin.call(routes.billingAdmin.accountDetails, { params: { userId: doctor.userId } });
    expect(account.dues).toMatchObject([{ state: 'paid', from: day, to }]);
    expect(account.periods).toMatchObject([{ kind: 'paid', from: day, to }]);
    await waitForJobs(testApp);
    const mails = (await testApp.outbox.mail()).filter((mail) => mail.to === doctor.email);
    expect(mails.map(({ subject }) => subject.replace(/TEST-.*/, ''))).toEqual([
      expect.stringContaining('Πληρώστε για να ξεκινήσετε'),
      'Παραστατικό MedCloud ',
    ]);
    // the card is announced three weeks before the end that was moved
    expect(await acts.mailsOf(doctor)).toEqual([]);
    expect(account.nextStep).toEqual({ on: addDays(to, -21), step: 'ask' });
  });

  it('opens one page for presses at once, and another one after it was closed', async () => {
    const doctor = await createDoctor(testApp, admin, 'tabs');
    const pages = await Promise.all(Array.from({ length: 5 }, () => acts.checkout(doctor)));
    expect(new Set(pages).size).toBe(1);
    const session = stripe.records.sessions.get(acts.sessionIn(pages[0] ?? ''));
    Object.assign(session ?? {}, { status: 'expired', url: null });
    await sweep();
    expect(await acts.attemptsOf(doctor)).toMatchObject([{ state: 'cancelled' }]);
    expect(await acts.checkout(doctor)).not.toBe(pages[0]);
    const other = await createDoctor(testApp, admin, 'again');
    stripe.faults.push('error');
    expect((await acts.post(other, routes.billingCards.doctorCheckout.path, {}, 'press')).status).toBe(503);
    expect(await acts.checkout(other, {}, 'press')).toMatch(/\/pay\//);
  });

  it('asks for the price of the plan that is chosen before the payment', async () => {
    const doctor = await createDoctor(testApp, admin, 'choosing');
    const first = acts.sessionIn(await acts.checkout(doctor));
    await doctor.client.call(routes.doctor.changePlan, { body: { plan: 'monthly' } });
    await waitForJobs(testApp);
    expect(await billing(doctor)).toMatchObject({ plan: 'monthly', due: { amountCents: 14_997 } });
    stripe.records.pay(acts.sessionIn(await acts.checkout(doctor)));
    expect(await acts.return(doctor)).toBe('paid');
    expect(await acts.paymentsOf(doctor)).toMatchObject([{ cents: 14_997 }]);
    await sweep();
    expect(stripe.records.sessions.get(first)).toMatchObject({ status: 'expired' });
  });

  it('stores an event once, and settles from what it fetches', async () => {
    const doctor = await createDoctor(testApp, admin, 'events');
    const session = stripe.records.pay(acts.sessionIn(await acts.checkout(doctor)));
    const event = stripe.records.event('checkout.session.completed', session);
    const statuses = await Promise.all(
      Array.from({ length: 10 }, () => stripe.deliver(testApp.origin, event, testApp.clock.now())),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    await waitForJobs(testApp);
    expect(await acts.select('SELECT state FROM provider_events WHERE event_id = $1', [event.id])).toEqual([
      { state: 'done' },
    ]);
    expect(await acts.paymentsOf(doctor)).toEqual([{ cents: 48_000, ref: session.payment_intent }]);
    await handleEvent(testApp.app.context, event.id);
    expect(await acts.invoicesOf(doctor)).toHaveLength(1);
  });

  it('refuses an event that was not signed, or is too large, and stores nothing', async () => {
    const count = async () => (await acts.select('SELECT count(*)::int AS count FROM provider_events'))[0].count;
    const before = await count();
    const send = async (body: string, headers: Record<string, string>) =>
      (await fetch(`${testApp.origin}${routes.billingCards.paymentEvent.path}`, { method: 'POST', body, headers }))
        .status;
    const type = { 'content-type': 'application/json' };
    expect(await send('{}', type)).toBe(400);
    expect(await send('{}', { ...type, 'stripe-signature': stripe.sign('{ }', testApp.clock.now()) })).toBe(400);
    expect(await send('{}', { 'content-type': 'text/plain' })).toBe(415);
    expect(await send(' '.repeat(257 * 1_024), type)).toBe(413);
    expect(await count()).toBe(before);
    const foreign = stripe.records.event('customer.created', { id: 'cus_x', object: 'customer' }, true);
    expect(await stripe.deliver(testApp.origin, foreign, testApp.clock.now())).toBe(200);
    expect(await acts.select('SELECT state FROM provider_events WHERE event_id = $1', [foreign.id])).toEqual([
      { state: 'ignored' },
    ]);
  });

  it('settles without any event, once, in whatever order it hears', async () => {
    const doctor = await createDoctor(testApp, admin, 'swept');
    stripe.records.bank = 'takes its time';
    const session = stripe.records.pay(acts.sessionIn(await acts.checkout(doctor)));
    stripe.records.bank = 'accepts';
    expect(await acts.return(doctor)).toBe('checking');
    expect(await billing(doctor)).toMatchObject({ isChecking: true });
    const refused = await acts.post(doctor, routes.billingCards.doctorCheckout.path, {});
    expect(refused.status).toBe(409);
    const intent = stripe.records.intents.get(session.payment_intent ?? '');
    if (intent === undefined) throw new Error('Nothing was charged.');
    await acts.deliver('payment_intent.payment_failed', intent);
    stripe.records.finish(intent);
    await sweep();
    await acts.deliver('payment_intent.processing', intent);
    await waitForJobs(testApp);
    expect(await acts.paymentsOf(doctor)).toHaveLength(1);
    expect(await acts.invoicesOf(doctor)).toHaveLength(1);
  });

  it('leaves another amount or currency to a person', async () => {
    for (const [name, amount] of [
      ['less', { cents: 100 }],
      ['dollars', { currency: 'usd' }],
    ] as const) {
      const doctor = await createDoctor(testApp, admin, name);
      stripe.records.pay(acts.sessionIn(await acts.checkout(doctor)), amount);
      expect(await acts.return(doctor)).toBe('checking');
      expect(await acts.attemptsOf(doctor)).toMatchObject([{ state: 'review' }]);
      expect(await acts.paymentsOf(doctor)).toEqual([]);
    }
    expect(
      await acts.select(
        `SELECT count(*)::int AS count FROM alarms WHERE kind = 'payment_undecided' AND seen_at IS NULL`,
      ),
    ).toEqual([{ count: 2 }]);
  });

  it('charges a saved card for a renewal', async () => {
    const doctor = await createPaying('renewing');
    const due = await acts.createRenewal(doctor);
    expect(await acts.chargeTwice(doctor, due)).toEqual(['begun', 'in_progress']);
    await waitForJobs(testApp);
    expect(await acts.paymentsOf(doctor)).toHaveLength(2);
    expect(await acts.invoicesOf(doctor)).toHaveLength(2);
    expect(await acts.charge(doctor, due)).toBe('not_open');
  });

  it('asks the person where the bank does, and charges a card never again that is refused for good', async () => {
    const doctor = await createPaying('refused');
    const due = await acts.createRenewal(doctor);
    const chargeWhile = async (bank: typeof stripe.records.bank) => {
      stripe.records.bank = bank;
      const begun = await acts.charge(doctor, due);
      await waitForJobs(testApp);
      stripe.records.bank = 'accepts';
      return [begun, (await acts.chargesOf(due))[0]?.state];
    };
    expect(await chargeWhile('refuses')).toEqual(['begun', 'refused']);
    expect(await chargeWhile('asks the person')).toEqual(['begun', 'needs_person']);
    const mail = await testApp.outbox.nextMail(doctor.email, 2);
    expect(mail.text).toContain(`/doctor/billing?pay=${due}`);
    expect(await chargeWhile('refuses for good')).toEqual(['begun', 'refused']);
    expect(await chargeWhile('accepts')).toEqual(['no_card', 'refused']);
    expect(await acts.paymentsOf(doctor)).toHaveLength(1);
  });

  it('sends a credited amount back to the card, and asks a person where that fails', async () => {
    const doctor = await createPaying('refunded');
    const [invoice] = await acts.invoicesOf(doctor);
    const credit = (cents: number) =>
      admin.json('POST', `/api/admin/invoices/${invoice.id}/credit`, { cents, reason: 'Less', refund: 'card' });
    expect((await credit(10_000)).status).toBe(201);
    await waitForJobs(testApp);
    expect((await acts.attemptsOf(doctor)).at(-1)).toMatchObject({ purpose: 'refund', state: 'done', cents: 10_000 });
    expect([...stripe.records.refunds.values()].map(({ amount }) => amount)).toEqual([10_000]);
    expect(await acts.balanceOf(doctor, 'card_clearing')).toBe(38_000);
    expect(await acts.balanceOf(doctor, 'refunds_owed')).toBe(0);
    expect((await credit(38_001)).status).toBe(400);
    stripe.records.bank = 'refuses';
    expect((await credit(8_000)).status).toBe(201);
    await waitForJobs(testApp);
    stripe.records.bank = 'accepts';
    expect((await acts.attemptsOf(doctor)).at(-1)).toMatchObject({ purpose: 'refund', state: 'refused' });
    expect(await acts.balanceOf(doctor, 'unallocated')).toBe(-8_000);
    expect(await acts.balanceOf(doctor, 'card_clearing')).toBe(38_000);
  });

  it('starts a subscription again that ended, by paying the request that expired', async () => {
    const doctor = await createPaying('returning');
    const due = await acts.createRenewal(doctor);
    await testApp.superuser.query(`UPDATE dues SET state = 'expired' WHERE id = $1`, [due]);
    expect(await billing(doctor)).toMatchObject({ due: null });
    await testApp.superuser.query(`UPDATE subscriptions SET state = 'ended', cancel_at_end = true WHERE user_id = $1`, [
      doctor.userId,
    ]);
    expect(await billing(doctor)).toMatchObject({ due: { id: due, amountCents: 14_997, startsAgain: true } });
    const page = await acts.checkout(doctor, { due });
    expect(await acts.return(doctor)).toBe('cancelled');
    stripe.records.pay(acts.sessionIn(page));
    expect(await acts.return(doctor)).toBe('paid');
    expect(await billing(doctor)).toMatchObject({ state: 'active', cancelAtEnd: false, due: null });
    expect(await acts.paymentsOf(doctor)).toHaveLength(2);
  });

  it('keeps a credited amount for a transfer, until an administrator records it', async () => {
    const doctor = await createPaying('transferred');
    const [invoice] = await acts.invoicesOf(doctor);
    const credit = { cents: 5_000, reason: 'Less', refund: 'bank' };
    const { id } = z
      .object({ id: z.string() })
      .parse(await (await admin.json('POST', `/api/admin/invoices/${invoice.id}/credit`, credit)).json());
    const account = () => admin.call(routes.billingAdmin.accountDetails, { params: { userId: doctor.userId } });
    expect(await account()).toMatchObject({ refunds: [{ creditNoteId: id, cents: 5_000 }], creditCents: 0 });
    expect((await account()).invoices.map(({ cardCents }) => cardCents).toSorted()).toEqual([0, 48_000]);
    const send = async (noteId: string) =>
      (await admin.json('POST', `/api/admin/billing/refunds/${noteId}/sent`, {})).status;
    expect(await send(invoice.id)).toBe(404);
    expect([await send(id), await send(id)]).toEqual([200, 409]);
    expect((await account()).refunds).toEqual([]);
    expect(await acts.balanceOf(doctor, 'refunds_owed')).toBe(0);
    expect(await acts.balanceOf(doctor, 'bank')).toBe(-5_000);
  });

  it('opens the invoice of a disputed payment again, keeps access, and closes it when the money is back', async () => {
    const doctor = await createPaying('disputing');
    const [intent] = [...stripe.records.intents.values()].slice(-1);
    if (intent === undefined) throw new Error('Nothing was charged.');
    const dispute = stripe.records.dispute(intent);
    const hear = async (type: string) => {
      expect(await acts.deliver(type, dispute)).toBe(200);
      await waitForJobs(testApp);
      return await billing(doctor);
    };
    for (let times = 0; times < 2; times += 1)
      expect(await hear('charge.dispute.created')).toMatchObject({ status: 'active', due: { amountCents: 48_000 } });
    expect(await acts.balanceOf(doctor, 'card_clearing')).toBe(0);
    dispute.status = 'won';
    for (let times = 0; times < 2; times += 1)
      expect(await hear('charge.dispute.closed')).toMatchObject({ status: 'active', due: null });
    expect(await acts.balanceOf(doctor, 'card_clearing')).toBe(48_000);
    expect(await acts.invoicesOf(doctor)).toHaveLength(1);
  });

  it('does not charge a doctor whose right was taken', async () => {
    const doctor = await createPaying('revoked');
    const due = await acts.createRenewal(doctor);
    await testApp.superuser.query(`UPDATE doctors SET state = 'suspended' WHERE id = $1`, [doctor.id]);
    expect(await acts.charge(doctor, due)).toBe('not_allowed');
  });

  it('repeats a charge whose answer was lost with its key, and looks up one that the provider failed', async () => {
    const doctor = await createPaying('lost');
    const before = stripe.records.charged.length;
    const calls = stripe.calls.filter((call) => call === 'POST /v1/payment_intents').length;
    const due = await acts.createRenewal(doctor);
    stripe.faults.push('hang-up');
    expect(await acts.charge(doctor, due)).toBe('begun');
    await waitForJobs(testApp);
    await sweep();
    expect(await acts.attemptsOf(doctor)).toMatchObject([{}, { state: 'done' }]);
    expect(stripe.calls.filter((call) => call === 'POST /v1/payment_intents').length - calls).toBe(2);
    expect(stripe.records.charged.length - before).toBe(1);
    expect(await acts.paymentsOf(doctor)).toHaveLength(2);
    const next = await acts.createRenewal(doctor);
    stripe.faults.push('error');
    await acts.charge(doctor, next);
    await waitForJobs(testApp);
    await sweep();
    expect(await acts.attemptsOf(doctor)).toMatchObject([{}, {}, { state: 'begun', code: 'http_500' }]);
    testApp.advanceClock(25 * 3_600_000);
    await sweep();
    expect((await acts.attemptsOf(doctor)).at(-1)).toMatchObject({ state: 'failed' });
    expect(stripe.records.charged.length - before).toBe(1);
  });

  it('leaves a disputed invoice alone until the dispute is lost, and charges the disputed card no more', async () => {
    admin = await signInAdmin(testApp);
    const doctor = await createPaying('doubting');
    const [intent] = [...stripe.records.intents.values()].slice(-1);
    if (intent === undefined) throw new Error('Nothing was charged.');
    const dispute = stripe.records.dispute(intent);
    await acts.deliver('charge.dispute.created', dispute);
    await waitForJobs(testApp);
    testApp.advanceClock(30 * dayMs);
    await runDunning(testApp.app.context);
    expect(await acts.stateOf(doctor)).toMatchObject({ state: 'active' });
    expect(await acts.mailsOf(doctor)).toEqual([]);
    dispute.status = 'lost';
    await acts.deliver('charge.dispute.closed', dispute);
    await waitForJobs(testApp);
    await runDunning(testApp.app.context);
    expect(await acts.stateOf(doctor)).toMatchObject({ state: 'past_due' });
    expect(await acts.charge(doctor, await acts.createRenewal(doctor))).toBe('no_card');
  });

  it('charges the saved card on the last day of the period by itself, once on two nodes', async () => {
    admin = await signInAdmin(testApp);
    const doctor = await createPaying('yearly');
    const { end } = await acts.stateOf(doctor);
    const lastDay = startOfDay('Europe/Athens', end).getTime();
    const moveTo = (hours: number) => testApp.advanceClock(lastDay + hours * 3_600_000 - testApp.clock.now().getTime());
    const charges = async () => (await acts.attemptsOf(doctor)).filter(({ purpose }) => purpose === 'charge');
    moveTo(-20 * 24 + 10);
    await runDunning(testApp.app.context);
    expect(await acts.mailsOf(doctor)).toEqual(['card_soon']);
    moveTo(2.5);
    await runDunning(testApp.app.context);
    expect(await charges()).toEqual([]);
    moveTo(3.5);
    await Promise.all([runDunning(testApp.app.context), runDunning(testApp.app.context)]);
    await waitForJobs(testApp);
    await runDunning(testApp.app.context);
    expect(await charges()).toMatchObject([{ state: 'done', cents: 48_000 }]);
    expect(await acts.mailsOf(doctor)).toEqual(['card_soon']);
    expect(await acts.stateOf(doctor)).toEqual({ state: 'active', end: endOfPeriod(dayAfter(end), 12) });
  });
});
