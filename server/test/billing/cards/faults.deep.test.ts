import { randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { systemScope } from '../../../src/domain/authorization/authorize.ts';
import { portalCause } from '../../../src/domain/billing/cause.ts';
import { receivePayment } from '../../../src/domain/billing/payments/receive-payment.ts';
import { today } from '../../../src/domain/core/context.ts';
import type { DoctorFixture } from '../../harness/fixtures.ts';
import { waitForJobs } from '../../harness/wait-for-jobs.ts';
import type { Fault } from '../../stand-ins/stripe.ts';
import { openCardFaults } from './open-card-faults.ts';

const hourMs = 3_600_000;
const problem = z.looseObject({ code: z.string() });

describe('a card payment that goes another way than asked', () => {
  let portal: Awaited<ReturnType<typeof openCardFaults>>;
  beforeAll(async () => {
    portal = await openCardFaults();
  });
  afterAll(() => portal.close());
  beforeEach(() => portal.reset());

  /** Ways in which a doctor's right to pay ends. */
  const revoked: [string, string][] = [
    ['suspended', `UPDATE doctors SET state = 'suspended' WHERE user_id = $1`],
    ['rejected', `UPDATE doctors SET state = 'rejected' WHERE user_id = $1`],
    ['disabled', 'UPDATE users SET disabled_at = app_now(), disabled_by = id WHERE id = $1'],
    ['held', 'UPDATE users SET held_at = app_now() WHERE id = $1'],
    ['closed', 'UPDATE users SET closed_at = app_now() WHERE id = $1'],
  ];

  it.each(revoked)('begins no charge of an account that is %s', async (_, statement) => {
    const { testApp, acts, addPaying } = portal;
    const { doctor } = await addPaying();
    const due = await acts.createRenewal(doctor);
    await testApp.superuser.query(statement, [doctor.userId]);
    expect(await acts.charge(doctor, due)).toBe('not_allowed');
    expect(await acts.attemptsOf(doctor)).toHaveLength(1);
  });

  it.each(revoked)(
    'records a page that was paid while the account became %s, for a person to decide',
    async (_, statement) => {
      const { stripe, testApp, acts, addDoctor, sweep, countAlarms, lastAttempt, credit } = portal;
      const doctor = await addDoctor();
      const session = acts.sessionIn(await acts.checkout(doctor));
      stripe.records.pay(session);
      await testApp.superuser.query(statement, [doctor.userId]);
      await sweep();
      expect(await lastAttempt(doctor)).toMatchObject({ state: 'done' });
      expect(await acts.paymentsOf(doctor)).toHaveLength(1);
      expect(await acts.balanceOf(doctor, 'card_clearing')).toBe(48_000);
      expect(await countAlarms()).toBe(1);
      if (await acts.invoicesOf(doctor).then(({ length }) => length > 0)) {
        expect(await credit(doctor, 48_000)).toBe(201);
        await waitForJobs(testApp);
        expect(await lastAttempt(doctor)).toMatchObject({ purpose: 'refund', state: 'done', cents: 48_000 });
        expect(await acts.balanceOf(doctor, 'card_clearing')).toBe(0);
      }
    },
  );

  it.each(revoked)('closes the open page of an account that is %s', async (_, statement) => {
    const { stripe, testApp, acts, addDoctor, sweep, lastAttempt } = portal;
    const doctor = await addDoctor();
    const session = acts.sessionIn(await acts.checkout(doctor));
    await testApp.superuser.query(statement, [doctor.userId]);
    await sweep();
    expect(stripe.records.sessions.get(session)).toMatchObject({ status: 'expired' });
    await sweep();
    expect(await lastAttempt(doctor)).toMatchObject({ state: 'cancelled' });
  });

  it.each(revoked)('does not repeat a charge that never arrived, of an account that is %s', async (_, statement) => {
    const { stripe, testApp, acts, sweep, addPaying, lastAttempt } = portal;
    const { doctor } = await addPaying();
    const due = await acts.createRenewal(doctor);
    const before = stripe.records.charged.length;
    stripe.faults.push('busy');
    expect(await acts.charge(doctor, due)).toBe('begun');
    await testApp.superuser.query(statement, [doctor.userId]);
    await waitForJobs(testApp);
    await sweep();
    expect(await lastAttempt(doctor)).toMatchObject({ purpose: 'charge', state: 'begun' });
    testApp.advanceClock(25 * hourMs);
    await sweep();
    expect(await lastAttempt(doctor)).toMatchObject({ state: 'failed' });
    expect(stripe.records.charged.length).toBe(before);
  });

  it('does not repeat a charge whose due was paid by transfer meanwhile', async () => {
    const { stripe, testApp, acts, sweep, addPaying, lastAttempt } = portal;
    const { doctor } = await addPaying();
    const due = await acts.createRenewal(doctor);
    const before = stripe.records.charged.length;
    stripe.faults.push(...Array<Fault>(100).fill('busy')); // also for the tries of a slow machine before the transfer
    await acts.charge(doctor, due);
    await waitForJobs(testApp);
    expect(await lastAttempt(doctor)).toMatchObject({ state: 'begun', code: 'http_409' });
    expect((await acts.post(doctor, routes.billingCards.doctorCheckout.path, {})).status).toBe(409);
    expect(await lastAttempt(doctor)).toMatchObject({ purpose: 'charge', state: 'begun' });
    const { context } = testApp.app;
    await context.db.within(systemScope('billing'), (tx) =>
      receivePayment(context, tx, portalCause, {
        ...{ driver: 'bank', userId: doctor.userId, dueId: due, cents: 14_997, receivedOn: today(context) },
      }),
    );
    stripe.faults.length = 0;
    await sweep();
    expect(stripe.records.charged.length).toBe(before);
    testApp.advanceClock(25 * hourMs);
    await sweep();
    expect(await lastAttempt(doctor)).toMatchObject({ state: 'failed' });
  });

  it('answers another account’s attempt, a charge and an unknown id as absent', async () => {
    const { testApp, acts, addDoctor, addPaying } = portal;
    const { doctor } = await addPaying();
    const other = await addDoctor();
    const due = await acts.createRenewal(doctor);
    await acts.charge(doctor, due);
    await waitForJobs(testApp);
    const [page, charge] = await acts.attemptsOf(doctor);
    const bodies = await Promise.all(
      [
        [other, page.id],
        [doctor, charge.id],
        [other, randomUUID()],
        [other, 'none'],
      ].map(async ([who, attempt]) => {
        const response = await acts.post(who as DoctorFixture, routes.billingCards.doctorCheckoutReturn.path, {
          attempt,
        });
        return [response.status, { ...problem.parse(await response.json()), requestId: '' }];
      }),
    );
    for (const body of bodies) expect(body).toEqual(bodies[2]);
    expect(bodies[2]?.[0]).toBe(404);
  });

  it('redirects to no page elsewhere, and raises an alarm', async () => {
    const { stripe, acts, seeAlarms, addDoctor, countAlarms, lastAttempt } = portal;
    const doctor = await addDoctor();
    for (const elsewhere of [
      'https://stripe.example',
      'http://checkout.stripe.com',
      'https://checkout.stripe.com.example',
    ]) {
      await seeAlarms();
      stripe.records.elsewhere = elsewhere;
      const response = await acts.post(doctor, routes.billingCards.doctorCheckout.path, {});
      expect([response.status, problem.parse(await response.json()).code]).toEqual([503, 'payments_unavailable']);
      expect(await lastAttempt(doctor)).toMatchObject({ state: 'failed', code: 'redirect_elsewhere' });
      expect(await countAlarms()).toBe(1);
      await seeAlarms();
      expect((await doctor.client.json('POST', routes.billingCards.doctorPortal.path, {})).status).toBe(503);
      expect(await countAlarms()).toBe(1);
    }
  });

  it.each([
    ['less', { cents: 47_999 }],
    ['more', { cents: 48_001 }],
    ['another currency', { currency: 'usd' }],
  ] as const)(
    'leaves %s than asked to a person, and books nothing, however often it hears of it',
    async (_, amount) => {
      const { stripe, acts, addDoctor, sweep, countAlarms, hear } = portal;
      const doctor = await addDoctor();
      const session = stripe.records.pay(acts.sessionIn(await acts.checkout(doctor)), amount);
      for (let times = 0; times < 3; times += 1) await hear('checkout.session.completed', session);
      await sweep();
      expect(await acts.return(doctor)).toBe('checking');
      expect(await acts.attemptsOf(doctor)).toMatchObject([{ state: 'review' }]);
      expect([await acts.paymentsOf(doctor), await acts.invoicesOf(doctor)]).toEqual([[], []]);
      expect(await countAlarms()).toBe(1);
    },
  );

  it('keeps the page of one press while another press of the same is answered that it is busy', async () => {
    const { stripe, acts, addDoctor } = portal;
    const doctor = await addDoctor();
    stripe.faults.push('busy');
    expect((await acts.post(doctor, routes.billingCards.doctorCheckout.path, {})).status).toBe(503);
    expect(await acts.attemptsOf(doctor)).toMatchObject([{ state: 'begun' }]);
    const page = await acts.checkout(doctor);
    expect(await acts.attemptsOf(doctor)).toMatchObject([{ state: 'open' }]);
    expect(await acts.checkout(doctor)).toBe(page);
  });

  it('names the page again whose address was lost', async () => {
    const { stripe, acts, addDoctor, sweep } = portal;
    const doctor = await addDoctor();
    stripe.faults.push('hang-up', 'hang-up'); // the client calls again after a connection that was closed
    expect((await acts.post(doctor, routes.billingCards.doctorCheckout.path, {})).status).toBe(503);
    await sweep();
    expect(await acts.attemptsOf(doctor)).toMatchObject([{ state: 'open' }]);
    stripe.records.pay(acts.sessionIn(await acts.checkout(doctor)));
    expect(await acts.return(doctor)).toBe('paid');
    expect(await acts.attemptsOf(doctor)).toHaveLength(1);
  });

  it('makes an account known to the provider although a first try failed there', async () => {
    const { stripe, acts, addDoctor } = portal;
    const doctor = await addDoctor();
    stripe.customerFaults.push('error');
    expect((await acts.post(doctor, routes.billingCards.doctorCheckout.path, {})).status).toBe(503);
    expect(await acts.checkout(doctor)).toMatch(/\/pay\//);
  });

  it('goes on to the other attempts where one cannot be asked for', async () => {
    const { stripe, testApp, acts, addDoctor, sweep, lastAttempt } = portal;
    const first = await addDoctor();
    const second = await addDoctor();
    for (const doctor of [first, second]) stripe.records.pay(acts.sessionIn(await acts.checkout(doctor)));
    await testApp.superuser.query('UPDATE payment_attempts SET provider_ref = $2 WHERE user_id = $1', [
      first.userId,
      'broken',
    ]);
    await sweep();
    expect(await lastAttempt(second)).toMatchObject({ state: 'done' });
  });
});
