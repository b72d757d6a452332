import { setTimeout as wait } from 'node:timers/promises';
import { routes } from '@medcloud/contract';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { createDoctor, signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import { type StandaloneApp, startStandaloneApp } from '@medcloud/server/test/harness/start-standalone-app.ts';
import { type StripeServer, startStripeServer } from '@medcloud/server/test/stand-ins/stripe.ts';
import { type LoadRequest, p95, RequestLoad } from './load/request-load.ts';

/*
 * Claim: 50 events of the payment provider a second are answered within 50 ms (p95), and 5,000 forged ones move the p95 of
 * a doctor's dashboard by at most a tenth. The dashboard is read at a fixed rate, with and without events in turns. The
 * provider is a stand-in, which is asked for the object of each real event.
 */

const perSecond = 50;
const roundSeconds = 20;
const rounds = 3;
const forgedEach = Math.ceil(5_000 / rounds);
const readsPerSecond = 8; // below the limit of requests of one session
const limits = { eventMs: 50, ratio: 1.1 };

interface Bench {
  testApp: StandaloneApp;
  stripe: StripeServer;
  reads: RequestLoad;
  events: RequestLoad;
  read: LoadRequest;
}

/** Prints the p95 of events, and that of the dashboard beside none, real and forged ones. */
export async function run(): Promise<void> {
  const stripe = await startStripeServer();
  const { testApp, close } = await startStandaloneApp({
    environment: { PAYMENTS_URL: stripe.url },
    overrides: { hasPages: false },
  });
  const [reads, events] = [new RequestLoad(), new RequestLoad()];
  try {
    const clients = { ...testApp, anonymous: new Client(testApp.origin, testApp.config) };
    const { client } = await createDoctor(clients, await signInAdmin(testApp), 'reader');
    const headers = { authorization: `Bearer ${client.sessionId}` };
    const url = testApp.origin + routes.doctor.dashboard.path;
    await measure({ testApp, stripe, reads, events, read: { url, headers, status: 200, perSecond: readsPerSecond } });
  } finally {
    await reads.close();
    await events.close();
    await close();
    await stripe.close();
  }
}

async function measure(bench: Bench): Promise<void> {
  const { events } = bench;
  const took = { none: [] as number[], real: [] as number[], forged: [] as number[], events: [] as number[] };
  const pause = () => wait(roundSeconds * 1_000);
  for (let round = 0; round <= rounds; round += 1) {
    const none = await readDuring(bench, pause);
    const answered: number[] = [];
    const real = await readDuring(bench, async () => {
      answered.push(...(await events.during(realEvents(bench, roundSeconds * perSecond + perSecond), pause)));
    });
    const forged = await readDuring(bench, async () => {
      await events.during(forgedEvents(bench), pause);
    });
    // The first round warms caches and the compiler. It is not counted.
    if (round === 0) continue;
    took.none.push(...none);
    took.real.push(...real);
    took.forged.push(...forged);
    took.events.push(...answered);
  }
  print(`events, ${took.events.length} of them`, p95(took.events), limits.eventMs, 'ms');
  print('dashboard beside forged events', p95(took.forged) / p95(took.none), limits.ratio, 'times none');
  const beside = { none: p95(took.none), real: p95(took.real), forged: p95(took.forged) };
  for (const [name, ms] of Object.entries(beside)) console.log(`dashboard, events ${name}: p95 ${ms.toFixed(1)} ms`);
}

const readDuring = ({ reads, read }: Bench, work: () => Promise<unknown>) => reads.during(read, work);

/** Events that are new, signed, and name a payment that the provider does not know. */
function realEvents(bench: Bench, count: number): LoadRequest {
  const { stripe, testApp } = bench;
  const bodies = Array.from({ length: count }, () => {
    const object = { id: 'pi_unknown', object: 'payment_intent' };
    const body = JSON.stringify(stripe.records.event('payment_intent.succeeded', object));
    return { body, headers: { 'stripe-signature': stripe.sign(body, testApp.clock.now()) } };
  });
  return { ...toWebhook(bench), bodies, status: 200, perSecond };
}

/** Events signed with another secret. */
function forgedEvents(bench: Bench): LoadRequest {
  const { stripe, testApp } = bench;
  const body = JSON.stringify(
    stripe.records.event('payment_intent.succeeded', { id: 'pi_x', object: 'payment_intent' }),
  );
  const signature = stripe.sign(body, testApp.clock.now(), 'whsec_forged');
  const bodies = [{ body, headers: { 'stripe-signature': signature } }];
  return { ...toWebhook(bench), bodies, status: 400, perSecond: forgedEach / roundSeconds };
}

const toWebhook = ({ testApp }: Bench) => ({
  url: testApp.origin + routes.billingCards.paymentEvent.path,
  headers: { 'content-type': 'application/json' },
});

function print(what: string, value: number, limit: number, unit: string): void {
  console.log(`${what}: ${value.toFixed(2)} ${unit} (${limit} allowed: ${value <= limit ? 'kept' : 'EXCEEDED'})`);
}

if (import.meta.main) await run();
