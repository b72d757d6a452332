import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemScope } from '../../../src/domain/authorization/authorize.ts';
import { listPayments } from '../../../src/domain/billing/accounts/records.ts';
import { waitForJobs } from '../../harness/wait-for-jobs.ts';
import { openCardFaults } from './open-card-faults.ts';

const hourMs = 3_600_000;

describe('money that a card takes back', () => {
  let portal: Awaited<ReturnType<typeof openCardFaults>>;
  beforeAll(async () => {
    portal = await openCardFaults();
  });
  afterAll(() => portal.close());
  beforeEach(() => portal.reset());

  it('gives back a refund that the provider does not know for a day, or that failed after it was sent', async () => {
    const { stripe, testApp, acts, sweep, addPaying, countAlarms, lastAttempt, credit, hear } = portal;
    const { doctor } = await addPaying();
    stripe.faults.push('error');
    expect(await credit(doctor, 10_000)).toBe(201);
    await waitForJobs(testApp);
    expect(await lastAttempt(doctor)).toMatchObject({ purpose: 'refund', state: 'begun' });
    testApp.advanceClock(25 * hourMs);
    await sweep();
    expect(await lastAttempt(doctor)).toMatchObject({ purpose: 'refund', state: 'refused' });
    const balances = async () =>
      await Promise.all(
        ['card_clearing', 'refunds_owed', 'unallocated'].map((account) => acts.balanceOf(doctor, account)),
      );
    expect(await balances()).toEqual([48_000, 0, -10_000]);
    expect(await countAlarms()).toBe(1);

    await portal.reset();
    expect(await credit(doctor, 5_000)).toBe(201);
    await waitForJobs(testApp);
    expect(await balances()).toEqual([43_000, 0, -10_000]);
    const [refund] = [...stripe.records.refunds.values()].slice(-1);
    if (refund === undefined) throw new Error('Nothing was sent back.');
    Object.assign(refund, { status: 'failed', failure_reason: 'lost_or_stolen_card' });
    for (let times = 0; times < 3; times += 1) await hear('refund.failed', refund);
    expect(await lastAttempt(doctor)).toMatchObject({
      purpose: 'refund',
      state: 'refused',
      code: 'lost_or_stolen_card',
    });
    expect(await balances()).toEqual([48_000, 0, -15_000]);
    expect(await countAlarms()).toBe(1);
  });

  it.each(['won', 'lost'] as const)(
    'books a dispute once that is %s, whatever it hears and in whatever order',
    async (state) => {
      const { stripe, testApp, acts, addPaying, credit, hear } = portal;
      const { doctor, intent } = await addPaying();
      const dispute = stripe.records.dispute(intent);
      const balance = () => acts.balanceOf(doctor, 'card_clearing');
      // closed may arrive before created, and both before the portal knows of the dispute
      dispute.status = state;
      await hear('charge.dispute.closed', dispute);
      for (const type of ['charge.dispute.created', 'charge.dispute.closed', 'charge.dispute.created'])
        await hear(type, dispute);
      expect(await balance()).toBe(state === 'won' ? 48_000 : 0);
      expect(await acts.invoicesOf(doctor)).toHaveLength(1);
      const rows = await acts.select(
        'SELECT x.state FROM payment_disputes x JOIN payments p ON p.id = x.payment_id WHERE p.user_id = $1',
        [doctor.userId],
      );
      expect(rows).toEqual([{ state }]);
      const payments = await testApp.app.context.db.within(systemScope('billing'), (tx) =>
        listPayments(tx, doctor.userId),
      );
      expect(payments).toMatchObject([{ driver: 'stripe', dispute: state }]);
      expect(await acts.select(`SELECT user_id FROM alarms WHERE kind = 'payments'`)).toEqual([
        { user_id: doctor.userId },
      ]);
      expect(await credit(doctor, 48_000)).toBe(state === 'won' ? 201 : 400);
      await waitForJobs(testApp);
      expect(await balance()).toBe(0);
    },
  );

  it('books a dispute of a payment of which it had heard nothing', async () => {
    const { stripe, acts, addDoctor, hear } = portal;
    const doctor = await addDoctor();
    const session = stripe.records.pay(acts.sessionIn(await acts.checkout(doctor)));
    const intent = stripe.records.intents.get(session.payment_intent ?? '');
    if (intent === undefined) throw new Error('Nothing was charged.');
    await hear('charge.dispute.created', stripe.records.dispute(intent));
    expect(await acts.paymentsOf(doctor)).toHaveLength(1);
    expect(await acts.balanceOf(doctor, 'card_clearing')).toBe(0);
  });
});
