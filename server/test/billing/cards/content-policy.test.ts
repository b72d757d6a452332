import { routes } from '@medcloud/contract';
import { fillPath, type Route } from '@medcloud/contract/route';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentPolicy } from '../../../src/http/server/security-headers.ts';
import { startTestApp, type TestApp } from '../../harness/start-test-app.ts';
import { type StripeServer, startStripeServer } from '../../stand-ins/stripe.ts';

/** The pages of the provider are its own: nothing of it is loaded here, so nothing of it is allowed. */
describe('content policy of a portal with a payment provider', () => {
  let stripe: StripeServer;
  let testApp: TestApp;
  beforeAll(async () => {
    stripe = await startStripeServer();
    testApp = await startTestApp({ environment: { PAYMENTS_URL: stripe.url } });
  });
  afterAll(async () => {
    await testApp.close();
    await stripe.close();
  });

  it('is that of a portal without one, in the response of every route of billing', async () => {
    const areas = Object.entries(routes).filter(([name]) => name.startsWith('billing'));
    const all = areas.flatMap(([, area]) => Object.values<Route>(area));
    expect(all.length).toBeGreaterThan(30);
    expect(all.map(({ path }) => path)).toContain('/api/webhooks/payment');
    for (const { method, path } of all) {
      const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'x']));
      const response = await fetch(testApp.origin + fillPath(path, params), { method });
      expect([path, response.headers.get('content-security-policy')]).toEqual([path, contentPolicy()]);
      await response.arrayBuffer();
    }
  });
});
