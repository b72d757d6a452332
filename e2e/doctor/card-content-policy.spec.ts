import { screens } from '@medcloud/contract/screens';
import { openPage } from '../harness/open-page.ts';
import { startCardApp } from '../harness/start-card-app.ts';
import { expect, test } from '../test-app.ts';

const paths = [screens.home, screens.doctorSignup, screens.doctorBilling, screens.centerBilling, screens.adminBilling];

/** Returns the content policy of each page. The nonce of a page differs at each request. */
async function readPolicies(origin: string): Promise<string[]> {
  const replies = await Promise.all(paths.map((path) => fetch(origin + path)));
  return replies.map(({ headers }) =>
    String(headers.get('content-security-policy')).replaceAll(/'nonce-[^']+'/g, "'nonce'"),
  );
}

test('has the same content policy with a payment provider, and loads nothing of it', async ({
  browser,
  testApp,
  startOwnApp,
}) => {
  const { testApp: cardApp, stripe, addDoctor } = await startCardApp(startOwnApp);
  const policies = await readPolicies(cardApp.origin);
  expect(policies).toEqual(await readPolicies(testApp.origin));
  for (const policy of policies) {
    expect(policy).toContain("default-src 'none'; script-src 'self'");
    expect(policy).not.toMatch(/https?:|stripe|\*/);
  }
  const page = await openPage(browser, cardApp, (await addDoctor('policy')).client);
  const origins = new Map<string, string[]>();
  page.on('request', (request) => {
    const { origin } = new URL(request.url());
    origins.set(origin, [...(origins.get(origin) ?? []), request.resourceType()]);
  });
  await page.goto(screens.doctorBilling);
  await page.getByRole('button', { name: 'Pay by card' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText('Your payment has arrived. Thank you.')).toBeVisible();
  // the payer visited the provider's page, and no page of the portal asked the provider for anything
  expect([...origins.keys()].toSorted()).toEqual([cardApp.origin, stripe.origin].toSorted());
  expect(new Set(origins.get(stripe.origin))).toEqual(new Set(['document']));
  await stripe.close();
});
