import { randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { redirect } from '@medcloud/contract/shapes/billing/checkout';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepAttempts } from '../../../src/domain/billing/payments/sweep-attempts.ts';
import { startTestApp, type TestApp } from '../../harness/start-test-app.ts';
import { waitForJobs } from '../../harness/wait-for-jobs.ts';
import { type StripeServer, startStripeServer } from '../../stand-ins/stripe.ts';
import { type ChargedCenter, openCenterActs } from './charged-centers.ts';

describe('a center’s change of plan by card', () => {
  let stripe: StripeServer;
  let testApp: TestApp;
  let acts: ReturnType<typeof openCenterActs>;
  beforeAll(async () => {
    stripe = await startStripeServer();
    testApp = await startTestApp({ environment: { PAYMENTS_URL: stripe.url } });
    acts = openCenterActs(testApp);
  });
  afterAll(async () => {
    await testApp.close();
    await stripe.close();
  });

  /** Pays a due on the provider's page, or saves a card there. */
  const payOnPage = async ({ client, userId }: ChargedCenter, due?: string) => {
    const headers = { 'idempotency-key': randomUUID() };
    const response = await client.json('POST', routes.billingCards.centerCheckout.path, { due }, { headers });
    const session =
      redirect
        .parse(await response.json())
        .redirectUrl.split('/')
        .at(-1) ?? '';
    stripe.records.pay(session);
    const [attempt] = await acts.select('SELECT id FROM payment_attempts WHERE user_id = $1 ORDER BY id DESC LIMIT 1', [
      userId,
    ]);
    return await client.call(routes.billingCards.centerCheckoutReturn, { body: { attempt: attempt.id } });
  };
  const finishPayments = async () => {
    for (const intent of stripe.records.intents.values()) stripe.records.finish(intent);
    testApp.clock.advance(120_000);
    await sweepAttempts(testApp.app.context);
  };

  it('is paid on the provider’s page, which saves the card', async () => {
    const center = await acts.createChargedCenter();
    const due = await acts.choose(center, 'premium');
    expect(due).toMatchObject({ amountCents: 126_000 });
    const id = (await acts.owedOf(center.userId, 'upgrade'))?.id;
    expect(await payOnPage(center, id)).toMatchObject({ state: 'paid' });
    expect(await acts.planOf(center)).toBe('premium 2048');
    expect(await acts.overview(center)).toMatchObject({
      method: 'card',
      savedCard: 'ok',
      planChange: { pending: null },
    });
  });

  it('charges the saved card at once, and raises nothing before the payment', async () => {
    const center = await acts.createChargedCenter();
    await payOnPage(center);
    stripe.records.bank = 'takes its time';
    await acts.choose(center, 'premium');
    expect(await acts.planOf(center)).toBe('basic 500');
    await waitForJobs(testApp);
    expect(await acts.overview(center)).toMatchObject({ isChecking: true, planChange: { hindrance: 'checking' } });
    // neither taken back nor lapsed meanwhile
    expect(await acts.choose(center, 'basic')).toBe('payment_in_progress');
    await finishPayments();
    expect(await acts.planOf(center)).toBe('premium 2048');
    expect((await acts.duesOf(center)).at(-1)).toBe('upgrade center.premium.1 126000 paid');
    expect(await acts.mailsOf(center)).toEqual([]);
    stripe.records.bank = 'accepts';
  });

  it('keeps the plan if the bank refuses, and mails how to pay otherwise', async () => {
    const center = await acts.createChargedCenter();
    await payOnPage(center);
    stripe.records.bank = 'refuses';
    await acts.choose(center, 'premium');
    await waitForJobs(testApp);
    stripe.records.bank = 'accepts';
    expect(await acts.overview(center)).toMatchObject({ isChecking: false, plan: 'basic', state: 'active' });
    await acts.waitDays(1);
    expect(await acts.mailsOf(center)).toEqual(['request']);
    await acts.findMail(center, 'αλλάζουν μόλις καταχωρίσουμε την πληρωμή');
    await acts.pay(center, 'upgrade');
    expect(await acts.planOf(center)).toBe('premium 2048');
  });

  it('gives money that comes for a request that was taken back to the account', async () => {
    const center = await acts.createChargedCenter();
    await acts.choose(center, 'premium');
    const id = (await acts.owedOf(center.userId, 'upgrade'))?.id ?? '';
    await acts.choose(center, 'basic');
    await acts.pay(center, 'upgrade');
    expect(await acts.planOf(center)).toBe('basic 500');
    expect((await acts.accountOf(center)).creditCents).toBe(126_000);
    const response = await center.client.json(
      'POST',
      routes.billingCards.centerCheckout.path,
      { due: id },
      { headers: { 'idempotency-key': randomUUID() } },
    );
    expect(response.status).toBe(409);
  });
});
