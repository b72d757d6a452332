import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { sweepAttempts } from '../../../src/domain/billing/payments/sweep-attempts.ts';
import type { Client } from '../../harness/client.ts';
import { createDoctor, type DoctorFixture, signInAdmin } from '../../harness/fixtures.ts';
import { startTestApp } from '../../harness/start-test-app.ts';
import { waitForJobs } from '../../harness/wait-for-jobs.ts';
import { startStripeServer } from '../../stand-ins/stripe.ts';
import { openCardActs } from '../cards.ts';

/** A portal with a provider, and what the tests of its faults do there. */
export async function openCardFaults() {
  const stripe = await startStripeServer();
  const testApp = await startTestApp({ environment: { PAYMENTS_URL: stripe.url } });
  const acts = openCardActs(testApp, stripe);
  let admin: Client;
  const seeAlarms = () => testApp.superuser.query('DELETE FROM alarms');
  const addDoctor = () => createDoctor(testApp, admin, `payer${randomUUID().replaceAll(/[^a-z]/g, '')}`);
  return {
    stripe,
    testApp,
    acts,
    seeAlarms,
    addDoctor,
    /** Forgets the faults and alarms of earlier tests. */
    reset: async () => {
      admin = await signInAdmin(testApp);
      Object.assign(stripe.records, { bank: 'accepts', elsewhere: null });
      stripe.faults.length = 0;
      await seeAlarms();
    },
    sweep: async () => {
      testApp.advanceClock(120_000);
      await sweepAttempts(testApp.app.context);
    },
    /** A doctor whose first year is paid by a card that is saved, with the charge. */
    addPaying: async () => {
      const doctor = await addDoctor();
      const session = stripe.records.pay(acts.sessionIn(await acts.checkout(doctor)));
      await acts.return(doctor);
      const intent = stripe.records.intents.get(session.payment_intent ?? '');
      if (intent === undefined) throw new Error('Nothing was charged.');
      return { doctor, intent };
    },
    countAlarms: async () =>
      (await acts.select(`SELECT count(*)::int AS count FROM alarms WHERE kind LIKE 'payment%'`))[0].count,
    lastAttempt: async (doctor: DoctorFixture) => (await acts.attemptsOf(doctor)).at(-1),
    /** Credits an account's first invoice back to the card. Returns the status. */
    credit: async (doctor: DoctorFixture, cents: number) => {
      const invoice = (await acts.invoicesOf(doctor)).find(({ kind }) => kind === 'invoice');
      const body = { cents, reason: 'Less', refund: 'card' };
      return (await admin.json('POST', `/api/admin/invoices/${invoice?.id}/credit`, body)).status;
    },
    hear: async (type: string, object: { id: string; object: string }) => {
      expect(await acts.deliver(type, object)).toBe(200);
      await waitForJobs(testApp);
    },
    close: async () => {
      await testApp.close();
      await stripe.close();
    },
  };
}
