import { randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { redirect } from '@medcloud/contract/shapes/billing/checkout';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { waitUntil } from '@medcloud/server/test/harness/wait-until.ts';
import type { StripeRecords } from '@medcloud/server/test/stand-ins/stripe/records.ts';
import { type StripeServer, startStripeServer } from '@medcloud/server/test/stand-ins/stripe.ts';
import type { DemoDoctor } from '../people/doctors.ts';
import { anonymous, type SeedContext, type SeedStep } from '../seed-context.ts';

const eveningHour = 22.7;

/** Creates a doctor's payment by card, and the dispute of it. `records`: of the provider, for all doctors. */
export function createCardSteps(seedContext: SeedContext, doctor: DemoDoctor, records: StripeRecords): SeedStep[] {
  if (doctor.cardPayment === undefined) return [];
  const { daysAgo, cents, disputedDaysAgo } = doctor.cardPayment;
  let intent = '';
  const at = (days: number, act: (stripe: StripeServer) => Promise<void>): SeedStep => ({
    at: seedContext.calendar.at(days, eveningHour),
    principal: anonymous,
    run: () => runWithProvider(seedContext, records, act),
  });
  const payment = at(daysAgo, async (stripe) => {
    intent = await payByCard(seedContext, stripe, doctor.email, cents);
  });
  if (disputedDaysAgo === undefined) return [payment];
  return [payment, at(disputedDaysAgo, (stripe) => disputePayment(seedContext, stripe, intent))];
}

/** Runs an act at a portal with a provider. It has one during this act only: a stand-in on this machine. */
async function runWithProvider(
  seedContext: SeedContext,
  records: StripeRecords,
  act: (stripe: StripeServer) => Promise<void>,
): Promise<void> {
  const stripe = await startStripeServer(records);
  try {
    await seedContext.restart({ PAYMENTS_URL: stripe.url });
    await act(stripe);
  } finally {
    await seedContext.restart();
    await stripe.close();
  }
}

/** Pays what a doctor is asked for. Returns the provider's id of the payment. */
async function payByCard(
  { origin, config, password }: SeedContext,
  { records }: StripeServer,
  email: string,
  cents: number | undefined,
): Promise<string> {
  const doctor = new Client(origin, config);
  await doctor.signIn(routes.auth.doctorLogin.path, { email, password });
  const headers = { 'idempotency-key': randomUUID() };
  const page = await doctor.json('POST', routes.billingCards.doctorCheckout.path, {}, { headers });
  const { redirectUrl } = redirect.parse(await page.json());
  const session = records.pay(
    new URL(redirectUrl).pathname.split('/').at(-1) ?? '',
    cents === undefined ? undefined : { cents },
  );
  const attempt = new URL(session.success_url).searchParams.get('attempt') ?? '';
  await doctor.call(routes.billingCards.doctorCheckoutReturn, { body: { attempt } });
  return records.intentOf(session).id;
}

/** The card's bank takes a payment back, and the provider tells the portal, which asks it about the dispute. */
async function disputePayment(
  { origin, clock, superuser }: SeedContext,
  { records, deliver }: StripeServer,
  id: string,
): Promise<void> {
  const intent = records.intents.get(id);
  if (intent === undefined) throw new Error('There is no payment to dispute.');
  const event = records.event('charge.dispute.created', records.dispute(intent));
  const status = await deliver(origin, event, clock.now());
  if (status !== 200) throw new Error(`The portal answered the event with ${status}.`);
  await waitUntil(async () => {
    const { rows } = await superuser.query<{ state: string }>('SELECT state FROM provider_events WHERE event_id = $1', [
      event.id,
    ]);
    return rows[0]?.state === 'done';
  });
}
