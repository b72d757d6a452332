import { request as httpRequest } from 'node:http';
import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createDoctor, signInAdmin } from '../../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../../harness/start-test-app.ts';
import { waitForJobs } from '../../harness/wait-for-jobs.ts';
import { type StripeServer, startStripeServer, stripeSecret } from '../../stand-ins/stripe.ts';
import { openCardActs } from '../cards.ts';

const { path } = routes.billingCards.paymentEvent;
const problem = z.looseObject({ code: z.string() });
const minuteMs = 60_000;

describe('the address at which the payment provider tells of events', () => {
  let stripe: StripeServer;
  let testApp: TestApp;
  let acts: ReturnType<typeof openCardActs>;
  beforeAll(async () => {
    stripe = await startStripeServer();
    testApp = await startTestApp({ environment: { PAYMENTS_URL: stripe.url } });
    acts = openCardActs(testApp, stripe);
  });
  afterAll(async () => {
    await testApp.close();
    await stripe.close();
  });

  const newPayload = (type = 'customer.created') =>
    JSON.stringify(stripe.records.event(type, { id: 'cus_x', object: 'customer' }));
  const send = async (payload: string | Buffer, signature?: string, headers: Record<string, string> = {}) => {
    const own = { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) };
    const body = typeof payload === 'string' ? payload : new Uint8Array(payload);
    const response = await fetch(testApp.origin + path, { method: 'POST', headers: { ...own, ...headers }, body });
    const reply: unknown = await response.json();
    return { status: response.status, reply };
  };
  const sign = (payload: string, { minutes = 0, secret = stripeSecret } = {}) =>
    stripe.sign(payload, new Date(testApp.clock.now().getTime() + minutes * minuteMs), secret);
  const countEvents = async () => (await acts.select('SELECT count(*)::int AS count FROM provider_events'))[0].count;

  it('takes an event with the right signature, also with a second one of an old secret and within five minutes', async () => {
    const before = await countEvents();
    for (const signature of [
      (payload: string) => sign(payload),
      (payload: string) => `${sign(payload)},v1=${'0'.repeat(64)}`,
      (payload: string) => sign(payload, { minutes: 4 }),
      (payload: string) => sign(payload, { minutes: -4 }),
    ]) {
      const payload = newPayload();
      expect(await send(payload, signature(payload))).toEqual({ status: 200, reply: { ok: true } });
    }
    expect(await countEvents()).toBe(before + 4);
    await waitForJobs(testApp);
  });

  const forged: [string, (payload: string) => [body: string | Buffer, signature?: string]][] = [
    ['without a signature', (payload) => [payload]],
    ['with an empty signature', (payload) => [payload, 'x']],
    ['whose body was changed', (payload) => [payload.replace('cus_x', 'cus_y'), sign(payload)]],
    ['with one byte more', (payload) => [`${payload}\n`, sign(payload)]],
    ['signed with another secret', (payload) => [payload, sign(payload, { secret: 'whsec_other' })]],
    ['without v1', (payload) => [payload, sign(payload).replace('v1=', 'v0=')]],
    ['without a time', (payload) => [payload, sign(payload).replace(/^t=\d+,/, '')]],
    ['with another time', (payload) => [payload, sign(payload).replace(/^t=\d/, 't=2')]],
    ['with two times', (payload) => [payload, `t=1,${sign(payload, { minutes: -10 })}`]],
    ['serialised again', (payload) => [JSON.stringify(JSON.parse(payload), null, 2), sign(payload)]],
    ['ten minutes old', (payload) => [payload, sign(payload, { minutes: -10 })]],
    ['ten minutes ahead', (payload) => [payload, sign(payload, { minutes: 10 })]],
    ['that is no JSON', () => ['<xml/>', sign('<xml/>')]],
    ['that is empty', () => ['', sign('')]],
    ['that is null', () => ['null', sign('null')]],
    ['without an object', () => ['{"id":"evt_1"}', sign('{"id":"evt_1"}')]],
    ['with bytes that are no text', () => [Buffer.from([0xff, 0xfe, 0x00]), sign('x')]],
  ];
  it.each(forged)('answers 400 to an event %s, and stores nothing', async (_, forge) => {
    const before = await countEvents();
    const [body, signature] = forge(newPayload());
    expect(await send(body, signature)).toMatchObject({ status: 400, reply: { code: 'invalid_signature' } });
    expect(await countEvents()).toBe(before);
  });

  it('does not ask who calls: a session changes nothing', async () => {
    const doctor = await createDoctor(testApp, await signInAdmin(testApp), 'caller');
    const payload = newPayload();
    const session = { authorization: `Bearer ${doctor.client.sessionId}` };
    expect((await send(payload, undefined, session)).status).toBe(400);
    expect((await send(payload, sign(payload), { authorization: 'Bearer wrong' })).status).toBe(200);
  });

  it('stores one event once that arrives fifty times at once', async () => {
    const payload = newPayload();
    const { id } = JSON.parse(payload);
    const replies = await Promise.all(Array.from({ length: 50 }, () => send(payload, sign(payload))));
    expect(replies.map(({ status }) => status)).toEqual(Array(50).fill(200));
    await waitForJobs(testApp);
    expect(await acts.select('SELECT state FROM provider_events WHERE event_id = $1', [id])).toEqual([
      { state: 'ignored' },
    ]);
  });

  it('refuses more than 256 KiB, told or not, and takes no more than it', async () => {
    const before = await countEvents();
    const fill = (bytes: number) => {
      const payload = newPayload();
      return `${payload}${' '.repeat(bytes - payload.length)}`;
    };
    const large = fill(256 * 1_024 + 1);
    expect((await send(large, sign(large))).status).toBe(413);
    expect(await sendChunked(large, sign(large))).toBe(413);
    expect(await countEvents()).toBe(before);
    const allowed = fill(256 * 1_024);
    expect((await send(allowed, sign(allowed))).status).toBe(200);
  });
  const sendChunked = (payload: string, signature: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      const request = httpRequest(testApp.origin + path, { method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      request.on('error', reject);
      request.write(payload.slice(0, 1_000)); // without a length
      request.end(payload.slice(1_000));
    });

  it('ignores live money at a portal with test keys, and raises an alarm once', async () => {
    const count = async () =>
      (await acts.select(`SELECT count(*)::int AS count FROM alarms WHERE kind = 'payment_provider'`))[0].count;
    const event = stripe.records.event('payment_intent.succeeded', { id: 'pi_x', object: 'payment_intent' }, true);
    expect(await count()).toBe(0);
    for (let times = 0; times < 3; times += 1)
      expect(await stripe.deliver(testApp.origin, event, testApp.clock.now())).toBe(200);
    expect(await count()).toBe(1);
    expect(await acts.select('SELECT state FROM provider_events WHERE event_id = $1', [event.id])).toEqual([
      { state: 'ignored' },
    ]);
  });

  it('is not there without a provider, and the other routes say so', async () => {
    const without = await startTestApp();
    try {
      const payload = newPayload();
      const headers = { 'content-type': 'application/json', 'stripe-signature': sign(payload) };
      expect((await fetch(without.origin + path, { method: 'POST', headers, body: payload })).status).toBe(404);
      const doctor = await createDoctor(without, await signInAdmin(without), 'transfers');
      for (const route of [routes.billingCards.doctorCheckout, routes.billingCards.doctorPortal]) {
        const response = await doctor.client.json('POST', route.path, {}, { headers: { 'idempotency-key': 'once' } });
        expect([response.status, problem.parse(await response.json()).code]).toEqual([409, 'no_card_payments']);
      }
    } finally {
      await without.close();
    }
  });
});
