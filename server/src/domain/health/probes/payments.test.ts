import { expect, it } from 'vitest';
import { readConfig } from '../../../platform/config/config.ts';
import { openStripe } from '../../../platform/outbound/payments/stripe-driver.ts';
import { paymentsProbe } from './payments.ts';

const config = readConfig({ PUBLIC_URL: 'https://portal.example.com' });
const keys = { secretKey: 'sk_test_x', webhookSecret: 'whsec_x', isLive: false, api: null, portal: null } as const;
const driver = openStripe({ driver: 'stripe', ...keys });

it.each([
  [{ attempts: 0, events: 0 }, true, { code: 'payments-well', params: { where: 'api' } }],
  [{ attempts: 0, events: 0 }, false, { code: 'payments-test', params: { where: 'api' } }],
  [{ attempts: 2, events: 1 }, true, { code: 'payments-late', params: { count: 2 } }],
  [{ attempts: 0, events: 1 }, true, { code: 'payments-events', params: { count: 1 } }],
])('finds with %o and a live key: %s, %o', async (backlog, isLive, finding) => {
  const reached = { ...driver, probe: async () => ({ where: 'api', isLive }) };
  const probe = paymentsProbe({ settings: config }, reached, async () => backlog);
  expect(await probe.check(AbortSignal.timeout(60_000))).toEqual(finding);
});
