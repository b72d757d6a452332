import { Client } from '@medcloud/server/test/harness/client.ts';
import { createDoctor, type DoctorFixture, signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import { type StripeServer, startStripeServer } from '@medcloud/server/test/stand-ins/stripe.ts';
import type { StandaloneApp, startTestApp } from '../test-app.ts';

export interface CardApp {
  testApp: StandaloneApp;
  stripe: StripeServer;
  admin: Client;
  /** Approves a doctor, who has to pay before the access begins. */
  addDoctor(name: string): Promise<DoctorFixture>;
  /** The payment of the latest page that was opened. */
  deliver(type: string): Promise<number>;
}

/** Starts a portal with a payment provider, a stand-in. The caller closes `stripe`. */
export async function startCardApp(startOwnApp: typeof startTestApp): Promise<CardApp> {
  const stripe = await startStripeServer();
  const { testApp } = await startOwnApp({ PAYMENTS_URL: stripe.url });
  const admin = await signInAdmin(testApp);
  const app = { ...testApp, anonymous: new Client(testApp.origin, testApp.config) };
  return {
    ...{ testApp, stripe, admin },
    addDoctor: (name) => createDoctor(app, admin, name),
    deliver: async (type) => {
      const intent = [...stripe.records.intents.values()].at(-1);
      if (intent === undefined) throw new Error('Nothing was charged.');
      return await stripe.deliver(testApp.origin, stripe.records.event(type, intent), testApp.clock.now());
    },
  };
}
