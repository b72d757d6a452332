import { randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { redirect } from '@medcloud/contract/shapes/billing/checkout';
import { systemScope } from '../../src/domain/authorization/authorize.ts';
import { portalCause } from '../../src/domain/billing/cause.ts';
import { createDue } from '../../src/domain/billing/dues/create-due.ts';
import { findPrice } from '../../src/domain/billing/dues/reads.ts';
import { chargeDue } from '../../src/domain/billing/payments/charge-due.ts';
import { endOfPeriod } from '../../src/domain/billing/subscriptions/subscription-period.ts';
import { dayAfter } from '../../src/platform/time/days.ts';
import type { DoctorFixture } from '../harness/fixtures.ts';
import type { TestApp } from '../harness/start-test-app.ts';
import type { StripeServer } from '../stand-ins/stripe.ts';

/** What tests of card payments do at a portal and its stand-in. */
export function openCardActs(testApp: TestApp, stripe: StripeServer) {
  const { superuser } = testApp;
  const select = async (statement: string, values: unknown[] = []) => (await superuser.query(statement, values)).rows;
  const post = (doctor: DoctorFixture, path: string, body: object, key: string = randomUUID()) =>
    doctor.client.json('POST', path, body, { headers: { 'idempotency-key': key } });
  const checkout = async (doctor: DoctorFixture, body: { due?: string } = {}, key?: string) => {
    const response = await post(doctor, routes.billingCards.doctorCheckout.path, body, key);
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
    return redirect.parse(await response.json()).redirectUrl;
  };
  const attemptsOf = async ({ userId }: Pick<DoctorFixture, 'userId'>) =>
    await select(
      'SELECT id, purpose, state, cents, provider_ref AS ref, fault_code AS code FROM payment_attempts WHERE user_id = $1 ORDER BY id',
      [userId],
    );
  return {
    select,
    post,
    checkout,
    attemptsOf,
    sessionIn: (address: string) => address.split('/').at(-1) ?? '',
    paymentsOf: async ({ userId }: Pick<DoctorFixture, 'userId'>) =>
      await select(`SELECT cents, provider_ref AS ref FROM payments WHERE user_id = $1 AND driver = 'stripe'`, [
        userId,
      ]),
    mailsOf: async ({ userId }: Pick<DoctorFixture, 'userId'>) =>
      (
        await select(
          'SELECT t.step FROM dunning_steps t JOIN dues d ON d.id = t.due_id WHERE d.user_id = $1 ORDER BY t.at',
          [userId],
        )
      ).map(({ step }) => step),
    stateOf: async ({ userId }: Pick<DoctorFixture, 'userId'>) =>
      (
        await select(
          'SELECT s.state, u.subscription_end_date AS "end" FROM subscriptions s JOIN users u ON u.id = s.user_id WHERE u.id = $1',
          [userId],
        )
      )[0],
    invoicesOf: async ({ userId }: Pick<DoctorFixture, 'userId'>) =>
      await select('SELECT id, kind FROM invoices WHERE user_id = $1 ORDER BY id', [userId]),
    periodsOf: async ({ userId }: Pick<DoctorFixture, 'userId'>) =>
      await select('SELECT kind FROM subscription_periods WHERE user_id = $1 AND cut_on IS NULL', [userId]),
    balanceOf: async ({ userId }: Pick<DoctorFixture, 'userId'>, account: string) =>
      (
        await select(
          'SELECT coalesce(sum(cents), 0)::int AS cents FROM ledger_postings WHERE user_id = $1 AND account = $2',
          [userId, account],
        )
      )[0].cents,
    return: async (doctor: DoctorFixture) => {
      const attempt = (await attemptsOf(doctor)).at(-1)?.id ?? '';
      return (await doctor.client.call(routes.billingCards.doctorCheckoutReturn, { body: { attempt } })).state;
    },
    /** Makes a doctor owe the next period. Returns the due's id. */
    createRenewal: async ({ userId }: Pick<DoctorFixture, 'userId'>) => {
      const { context } = testApp.app;
      return await context.db.within(systemScope('billing'), async (tx) => {
        const [user] = await select('SELECT subscription_end_date AS end FROM users WHERE id = $1', [userId]);
        const price = await findPrice(tx, 'doctor.monthly', user.end);
        if (price === null) throw new Error('The plan has no price.');
        const from = dayAfter(user.end);
        const due = { userId, kind: 'renewal' as const, price, from, to: endOfPeriod(from, 3), dueOn: user.end };
        return (await createDue(context, tx, portalCause, due)).id;
      });
    },
    charge: async ({ userId }: Pick<DoctorFixture, 'userId'>, id: string) => {
      const { context } = testApp.app;
      return await context.db.within(systemScope('billing'), (tx) => chargeDue(context, tx, { id, userId }));
    },
    /** The latest first. */
    chargesOf: async (dueId: string) =>
      await select(
        `SELECT state FROM payment_attempts WHERE due_id = $1 AND purpose = 'charge' ORDER BY created_at DESC, id DESC`,
        [dueId],
      ),
    /** The same twice in one transaction. */
    chargeTwice: async ({ userId }: Pick<DoctorFixture, 'userId'>, id: string) => {
      const { context } = testApp.app;
      return await context.db.within(systemScope('billing'), async (tx) => [
        await chargeDue(context, tx, { id, userId }),
        await chargeDue(context, tx, { id, userId }),
      ]);
    },
    deliver: (type: string, object: { id: string; object: string }) =>
      stripe.deliver(testApp.origin, stripe.records.event(type, object), testApp.clock.now()),
  };
}
