import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../../src/domain/authorization/authorize.ts';
import { portalCause } from '../../../src/domain/billing/cause.ts';
import { createDue } from '../../../src/domain/billing/dues/create-due.ts';
import { findPrice } from '../../../src/domain/billing/dues/reads.ts';
import { handleEvent } from '../../../src/domain/billing/payments/events/handle-event.ts';
import { hearEvent } from '../../../src/domain/billing/payments/events/hear-event.ts';
import { settleAttempt } from '../../../src/domain/billing/payments/settle-attempt.ts';
import { sweepAttempts } from '../../../src/domain/billing/payments/sweep-attempts.ts';
import { setAccess } from '../../../src/domain/billing/subscriptions/set-access.ts';
import { lockSubscription } from '../../../src/domain/billing/subscriptions/store.ts';
import { endOfPeriod } from '../../../src/domain/billing/subscriptions/subscription-period.ts';
import { today } from '../../../src/domain/core/context.ts';
import { newId } from '../../../src/platform/ids/ids.ts';
import { seed } from '../../harness/depth.ts';
import { startTestApp, type TestApp } from '../../harness/start-test-app.ts';
import type { Intent } from '../../stand-ins/stripe/records.ts';
import { type StripeServer, startStripeServer } from '../../stand-ins/stripe.ts';

const permutations = 1_000;

/** What happens in an order: an event is heard, an earlier one is handled, or one of the other ways settles. */
const step = fc.oneof(
  fc.record({ act: fc.constant('hear' as const), type: fc.nat({ max: 4 }), copies: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ act: fc.constant('handle' as const), which: fc.nat() }),
  fc.record({ act: fc.constantFrom('return', 'returnTwice', 'sweep', 'arrive') }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
/** `page`: the payer pays on the page. `charge`: the saved card. `isSlow`: the money arrives at the step `arrive`, or at the end. */
const history = fc.record({
  purpose: fc.constantFrom('pay', 'charge'),
  isSlow: fc.boolean(),
  isAnswerLost: fc.boolean(),
  steps: fc.array(step, { maxLength: 12 }),
});

/** The provider's events of one payment. */
const eventTypes = [
  'checkout.session.completed',
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'checkout.session.expired',
] as const;

describe('a settled payment', () => {
  let stripe: StripeServer;
  let testApp: TestApp;
  let userIds: string[];
  beforeAll(async () => {
    stripe = await startStripeServer();
    testApp = await startTestApp({ environment: { PAYMENTS_URL: stripe.url } });
    userIds = await addDoctors(permutations);
  });
  afterAll(async () => {
    await testApp.close();
    await stripe.close();
  });

  const select = async (statement: string, values: unknown[]) =>
    (await testApp.superuser.query(statement, values)).rows;
  const within = <T>(act: Parameters<typeof testApp.app.context.db.within<T>>[1]) =>
    testApp.app.context.db.within(systemScope('billing'), act);

  /** Adds verified doctors who are known to the provider with a saved card, each as one row of each table. */
  async function addDoctors(count: number): Promise<string[]> {
    const { clock, random } = testApp.app.context;
    const ids = Array.from({ length: count }, () => newId(clock, random));
    for (const statement of [
      `INSERT INTO users (id, email, password_hash, role, language) SELECT id, id || '@example.gr', 'none', 'doctor', 'el'
       FROM unnest($1::uuid[]) AS id`,
      `INSERT INTO doctors (id, user_id, first_name, last_name, license_number, specialization, state, plan, first_approved_at, name_key)
       SELECT id, id, 'Ελένη', 'Σταυρίδου', id::text, 'Radiology', 'verified', 'yearly', now(), 'eleni|stavridou' FROM unnest($1::uuid[]) AS id`,
      `INSERT INTO billing_parties (user_id, kind, legal_name, country, language) SELECT id, 'person', 'Ελένη Σταυρίδου', 'GR', 'el'
       FROM unnest($1::uuid[]) AS id`,
      `INSERT INTO provider_accounts (user_id, driver, customer_ref, method_ref, method_state) SELECT id, 'stripe', 'cus_' || id, 'pm_' || id, 'ok'
       FROM unnest($1::uuid[]) AS id`,
    ])
      await testApp.superuser.query(statement, [ids]);
    return ids;
  }

  /** Writes what the account owes and an attempt of it. Returns the attempt. */
  async function beginAttempt(userId: string, purpose: 'pay' | 'charge') {
    const { context } = testApp.app;
    const id = newId(context.clock, context.random);
    const cents = await within(async (tx) => {
      await lockSubscription(tx, userId);
      const from = today(context);
      const price = await findPrice(tx, 'doctor.yearly', from);
      if (price === null) throw new Error('The plan has no price.');
      const period = { kind: 'first', price, from, to: endOfPeriod(from, 12), dueOn: from } as const;
      const due = await createDue(context, tx, portalCause, { userId, ...period });
      const contract = { priceId: price.id, method: 'card', nextDueOn: null } as const;
      await setAccess(context, tx, portalCause, { userId, act: 'await', contract });
      const method = purpose === 'charge' ? `pm_${userId}` : null;
      const attempt = {
        id,
        user_id: userId,
        due_id: due.id,
        driver: 'stripe',
        purpose,
        cents: due.grossCents,
      } as const;
      await tx
        .insertInto('payment_attempts')
        .values({ ...attempt, state: 'begun', method_ref: method })
        .execute();
      return due.grossCents;
    });
    return { id, cents };
  }

  /** What the provider has of an attempt that is paid. */
  function payAtProvider(userId: string, attempt: { id: string; cents: number }, purpose: 'pay' | 'charge') {
    const { records } = stripe;
    const own = { customer: `cus_${userId}`, cents: attempt.cents, currency: 'eur', metadata: { attempt: attempt.id } };
    if (purpose === 'charge') return { session: null, intent: records.charge({ ...own, method: `pm_${userId}` }) };
    const id = records.newId('cs_test');
    records.sessions.set(id, {
      ...({ id, object: 'checkout.session', mode: 'payment', status: 'open', livemode: false, url: 'x' } as const),
      ...{ customer: own.customer, amount_total: own.cents, currency: 'eur', payment_intent: null, setup_intent: null },
      ...{ expires_at: 0, success_url: '/', metadata: own.metadata },
    });
    const session = records.pay(id);
    return { session, intent: records.intents.get(session.payment_intent ?? '') as Intent };
  }

  let used = 0;
  async function run({
    purpose,
    isSlow,
    isAnswerLost,
    steps,
  }: typeof history extends fc.Arbitrary<infer T> ? T : never) {
    const { context } = testApp.app;
    const { records } = stripe;
    const userId = userIds[used % userIds.length] ?? '';
    used += 1;
    const attempt = await beginAttempt(userId, purpose as 'pay' | 'charge');
    records.bank = isSlow ? 'takes its time' : 'accepts';
    const { session, intent } = payAtProvider(userId, attempt, purpose as 'pay' | 'charge');
    records.bank = 'accepts';
    if (!isAnswerLost)
      await within((tx) =>
        tx
          .updateTable('payment_attempts')
          .set({ state: session ? 'open' : 'processing', provider_ref: session?.id ?? intent.id })
          .where('id', '=', attempt.id)
          .execute(),
      );
    // a repeated call with its key has the answer of the first
    else if (purpose === 'charge')
      await within((tx) =>
        tx.updateTable('payment_attempts').set({ fault_code: 'http_500' }).where('id', '=', attempt.id).execute(),
      );
    const heard: string[] = [];
    const hear = async (type: number) => {
      const name = eventTypes[type] ?? eventTypes[0];
      const object = name.startsWith('checkout') && session !== null ? session : intent;
      const payload = JSON.stringify(records.event(name, object));
      heard.push(JSON.parse(payload).id);
      const signature = stripe.sign(payload, context.clock.now());
      return { payload, hearIt: () => hearEvent(context, Buffer.from(payload), signature) };
    };
    const acts: Record<Step['act'], (step: Step) => Promise<unknown>> = {
      hear: async (it) => {
        const { hearIt } = await hear('type' in it ? it.type : 0);
        await Promise.all(Array.from({ length: 'copies' in it ? it.copies : 1 }, hearIt));
      },
      // late, repeated, and on two nodes at once
      handle: async (it) => {
        const id = heard[('which' in it ? it.which : 0) % Math.max(heard.length, 1)];
        if (id !== undefined) await Promise.all([handleEvent(context, id), handleEvent(context, id)]);
      },
      return: () => settleAttempt(context, attempt.id),
      returnTwice: () => Promise.all([settleAttempt(context, attempt.id), settleAttempt(context, attempt.id)]),
      sweep: () => sweepAttempts(context),
      arrive: async () => records.finish(intent),
    };
    for (const it of steps) await acts[it.act](it);
    // no event may have arrived: the sweep finds it
    records.finish(intent);
    testApp.advanceClock(120_000);
    await sweepAttempts(context);
    await settleAttempt(context, attempt.id);
    for (const id of heard) await handleEvent(context, id);
    return { userId, attempt, intent };
  }

  const count = async (table: string, userId: string) =>
    (await select(`SELECT count(*)::int AS count FROM ${table} WHERE user_id = $1`, [userId]))[0].count;

  it(`is recorded once under ${permutations} orders, losses, repetitions and delays of its events, from seed ${seed}`, async () => {
    const property = fc.asyncProperty(history, async (plan) => {
      const { userId, attempt, intent } = await run(plan);
      expect(await select('SELECT cents, provider_ref AS ref FROM payments WHERE user_id = $1', [userId])).toEqual([
        { cents: attempt.cents, ref: intent.id },
      ]);
      expect(await count('invoices', userId)).toBe(1);
      expect(await count('subscription_periods', userId)).toBe(1);
      expect(await count('payment_attempts', userId)).toBe(1);
      expect(
        await select(
          'SELECT account, sum(cents)::int AS cents FROM ledger_postings WHERE user_id = $1 GROUP BY account HAVING sum(cents) <> 0 ORDER BY account',
          [userId],
        ),
      ).toMatchObject([{ account: 'card_clearing', cents: attempt.cents }, { account: 'income' }, { account: 'vat' }]);
      expect(
        await select(
          `SELECT a.state, s.state AS contract, d.state AS due, u.subscription_status AS access FROM payment_attempts a
          JOIN users u ON u.id = a.user_id JOIN subscriptions s ON s.user_id = u.id JOIN dues d ON d.user_id = u.id WHERE u.id = $1`,
          [userId],
        ),
      ).toEqual([{ state: 'done', contract: 'active', due: 'paid', access: 'active' }]);
    });
    await fc.assert(property, { numRuns: permutations, seed, endOnFailure: true, includeErrorInReport: true });
    expect(used).toBe(permutations);
  });
});
