import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DoctorFixture } from '../../harness/fixtures.ts';
import { startCardDecisions } from './start-card-decisions.ts';

describe('a card payment that an administrator decides about', () => {
  let portal: Awaited<ReturnType<typeof startCardDecisions>>;
  beforeAll(async () => {
    portal = await startCardDecisions();
  });
  afterAll(() => portal.close());
  beforeEach(() => portal.reset());

  it.each([
    ['less than', 10_000],
    ['more than', 50_000],
  ])('records %s was asked as a transfer of that amount', async (_, cents) => {
    const { admin, acts, addUndecided, addDoctor, decide, list, hasAlarm } = portal;
    const paying = await addUndecided({ cents });
    const [payment] = await list(paying);
    expect(payment).toMatchObject({ userId: paying.userId, askedCents: 48_000, cents, currency: 'EUR' });
    expect(await hasAlarm()).toBe(true);
    expect(await decide(payment, 'record')).toBe(200);
    const transferring = await addDoctor();
    const body = { userId: transferring.userId, cents, receivedOn: payment?.receivedOn };
    expect((await admin().json('POST', '/api/admin/billing/payments', body)).status).toBe(201);
    const outcomeOf = async (doctor: DoctorFixture) => {
      const { state, owedCents, creditCents, dues, invoices } = await admin().call(routes.billingAdmin.accountDetails, {
        params: { userId: doctor.userId },
      });
      const { status } = await doctor.client.call(routes.doctor.billingOverview, {});
      const periods = await acts.periodsOf(doctor);
      return { state, owedCents, creditCents, status, periods, due: dues[0]?.state, invoices: invoices.length };
    };
    expect(await outcomeOf(paying)).toEqual(await outcomeOf(transferring));
    expect(await outcomeOf(paying)).toMatchObject(
      cents < 48_000 ? { creditCents: cents, invoices: 0 } : { creditCents: 2_000, invoices: 1, state: 'active' },
    );
    expect(await acts.balanceOf(paying, 'card_clearing')).toBe(cents);
    expect([await list(paying), await hasAlarm()]).toEqual([[], false]);
    expect(await decide(payment, 'sendBack')).toBe(409);
  });

  it('gives back another currency, which cannot be recorded and never is in the books', async () => {
    const { stripe, acts, addUndecided, decide, list, hasAlarm, hear, entriesOf, auditOf } = portal;
    const doctor = await addUndecided({ currency: 'usd' });
    const [payment] = await list(doctor);
    expect(payment).toMatchObject({ cents: 48_000, currency: 'USD', canSendBack: true });
    expect(await decide(payment, 'record')).toBe(409);
    expect(await decide(payment, 'sendBack')).toBe(200);
    expect(stripe.records.refundsOf(doctor.session)).toMatchObject([{ amount: 48_000, currency: 'usd' }]);
    expect(await acts.attemptsOf(doctor)).toMatchObject([{ state: 'returned' }, { purpose: 'refund', state: 'done' }]);
    await hear('checkout.session.completed', doctor.session);
    for (const refund of stripe.records.refundsOf(doctor.session)) await hear('charge.refunded', refund);
    expect([await list(doctor), await hasAlarm(), await entriesOf(doctor)]).toEqual([[], false, []]);
    const [{ id: attempt }] = await acts.attemptsOf(doctor);
    const back = await doctor.client.call(routes.billingCards.doctorCheckoutReturn, { body: { attempt } });
    expect(back.state).toBe('cancelled');
    expect(await auditOf(payment)).toEqual([
      { decision: 'sent_back', user: doctor.userId, cents: 48_000, currency: 'USD' },
    ]);
  });

  it('decides once, whoever asks at once', async () => {
    const { stripe, acts, addUndecided, decide, list, auditOf } = portal;
    const doctor = await addUndecided({ cents: 20_000 });
    const [payment] = await list(doctor);
    const choices = ['record', 'sendBack', 'record', 'sendBack', 'sendBack', 'record'] as const;
    const statuses = await Promise.all(choices.map((choice) => decide(payment, choice)));
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    const refunds = stripe.records.refundsOf(doctor.session);
    expect(refunds.length + (await acts.paymentsOf(doctor)).length).toBe(1);
    expect(await auditOf(payment)).toHaveLength(1);
  });

  it('repeats a decision whose answer was lost, with its key', async () => {
    const { acts, addUndecided, decide, list } = portal;
    const doctor = await addUndecided({ cents: 20_000 });
    const [payment] = await list(doctor);
    expect([await decide(payment, 'record', 'key'), await decide(payment, 'record', 'key')]).toEqual([200, 200]);
    expect(await acts.paymentsOf(doctor)).toHaveLength(1);
  });

  it('sends back once where the answer of the provider is lost', async () => {
    const { stripe, acts, addUndecided, decide, list, sweep } = portal;
    const doctor = await addUndecided({ currency: 'usd' });
    const [payment] = await list(doctor);
    stripe.faults.push('hang-up', 'hang-up');
    expect(await decide(payment, 'sendBack')).toBe(200);
    expect(await acts.attemptsOf(doctor)).toMatchObject([{ state: 'returned' }, { state: 'begun' }]);
    await sweep();
    expect(await acts.attemptsOf(doctor)).toMatchObject([{ state: 'returned' }, { state: 'done' }]);
    expect(stripe.records.refundsOf(doctor.session)).toHaveLength(1);
  });

  it('asks again where the card’s bank refuses the money, also after it was sent', async () => {
    const { stripe, acts, addUndecided, decide, list, hasAlarm, hear, entriesOf } = portal;
    const doctor = await addUndecided({ currency: 'usd' });
    const [payment] = await list(doctor);
    stripe.records.bank = 'refuses';
    expect(await decide(payment, 'sendBack')).toBe(200);
    expect([await list(doctor), await hasAlarm()]).toMatchObject([[payment], true]);
    stripe.records.bank = 'accepts';
    expect(await decide(payment, 'sendBack')).toBe(200);
    expect([await list(doctor), await hasAlarm()]).toEqual([[], false]);
    const sent = stripe.records.refundsOf(doctor.session).at(-1);
    if (sent === undefined) throw new Error('Nothing was sent back.');
    Object.assign(sent, { status: 'failed', failure_reason: 'lost_or_stolen_card' });
    await hear('refund.failed', sent);
    expect([await list(doctor), await hasAlarm()]).toMatchObject([[payment], true]);
    expect(await acts.attemptsOf(doctor)).toMatchObject([
      { state: 'review' },
      { state: 'refused' },
      { state: 'refused', code: 'lost_or_stolen_card' },
    ]);
    expect(await entriesOf(doctor)).toEqual([]);
    expect(await decide(payment, 'sendBack')).toBe(200);
  });

  it('is content where the operator gave it back on the provider’s page', async () => {
    const { stripe, acts, addUndecided, decide, list } = portal;
    const doctor = await addUndecided({ currency: 'usd' });
    const [payment] = await list(doctor);
    stripe.records.refundManually(doctor.session);
    expect(await decide(payment, 'sendBack')).toBe(200);
    expect(await acts.attemptsOf(doctor)).toMatchObject([{ state: 'returned' }, { purpose: 'refund', state: 'done' }]);
    expect(stripe.records.refundsOf(doctor.session)).toHaveLength(1);
  });

  it('leaves nothing to decide while the card’s bank disputes it', async () => {
    const { stripe, addUndecided, decide, list, hear } = portal;
    const doctor = await addUndecided({ cents: 30_000 });
    const [payment] = await list(doctor);
    const dispute = stripe.records.dispute(stripe.records.intentOf(doctor.session));
    await hear('charge.dispute.created', dispute);
    expect([await list(doctor), await decide(payment, 'record')]).toEqual([[], 409]);
    dispute.status = 'won';
    for (let times = 0; times < 2; times += 1) await hear('charge.dispute.closed', dispute);
    expect(await list(doctor)).toMatchObject([payment]);
    expect(await decide(payment, 'record')).toBe(200);
  });

  it('keeps an alarm for each account until its last one is decided, and charges no card for the same meanwhile', async () => {
    const { acts, testApp, admin, addUndecided, addPaying, decide, list, hasAlarm, nextStepOf } = portal;
    const [first, second] = [await addUndecided({ cents: 1 }), await addUndecided({ currency: 'usd' })];
    const all = await admin().call(routes.billingUndecided.undecidedPayments, {});
    expect(all.map(({ userId }) => userId)).toEqual([first.userId, second.userId]);
    const accountsOfAlarms = async () =>
      (await admin().call(routes.admin.alarmsToSee, {})).map(({ kind, account }) => [kind, account?.id]);
    expect(await accountsOfAlarms()).toEqual([second, first].map(({ userId }) => ['payment_undecided', userId]));
    expect(await decide(all[0], 'record')).toBe(200);
    expect(await accountsOfAlarms()).toEqual([['payment_undecided', second.userId]]);
    expect(await decide((await list(second))[0], 'sendBack')).toBe(200);
    expect(await hasAlarm()).toBe(false);
    const doctor = await addPaying();
    const due = await acts.createRenewal(doctor);
    await testApp.superuser.query(
      `INSERT INTO payment_attempts (id, user_id, due_id, driver, purpose, cents, state, provider_ref, received_cents, received_currency, received_ref, settled_at)
       VALUES (gen_random_uuid(), $1, $2, 'stripe', 'charge', 14997, 'review', 'pi_x', 1, 'EUR', 'pi_x', app_now())`,
      [doctor.userId, due],
    );
    expect(await nextStepOf(doctor)).not.toBe('charge');
  });
});
