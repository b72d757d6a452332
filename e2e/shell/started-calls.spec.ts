import { screens } from '@medcloud/contract/screens';
import type { Client } from '@medcloud/server/test/harness/client.ts';
import type { Page } from '@playwright/test';
import { openPage } from '../harness/open-page.ts';
import { createTranslators } from '../harness/translators.ts';
import { expect, testWithFixtures } from '../test-app.ts';

/** A dashboard's page starts its first calls before the application's scripts are loaded. */

const t = createTranslators('en');
const test = testWithFixtures(65);
const sessionCall = '/api/auth/session';
const dashboardCall = '/api/medical-center/dashboard';
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Lists the paths of the page's API calls as they are sent, without the event stream. */
function listCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && pathname !== '/api/events') calls.push(pathname);
  });
  return calls;
}

test('starts the calls of a dashboard before its scripts arrive, and sends each once', async ({
  testApp,
  browser,
  fixtures,
}) => {
  const page = await openPage(browser, testApp, fixtures.center.client);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/app-*.js', async (route) => {
    await released;
    await route.continue();
  });
  const calls = listCalls(page);
  await page.goto(screens.centerDashboard, { waitUntil: 'commit' });
  await expect.poll(() => calls).toEqual([sessionCall, dashboardCall]);
  release();
  await expect(heading(page, t.center('dashboard.title'))).toBeVisible();
  await expect(page.getByText(t.center('dashboard.storageUsed')).first()).toBeVisible();
  expect(calls.filter((path) => path === sessionCall || path === dashboardCall)).toHaveLength(2);
});

test('sends a started call again that got no response', async ({ testApp, browser, fixtures }) => {
  const page = await openPage(browser, testApp, fixtures.center.client);
  await page.route(`**${dashboardCall}`, (route) => route.abort(), { times: 1 });
  const calls = listCalls(page);
  await page.goto(screens.centerDashboard);
  await expect(page.getByText(t.center('dashboard.storageUsed')).first()).toBeVisible();
  expect(calls.filter((path) => path === dashboardCall)).toHaveLength(2);
});

test('starts no call of another role’s dashboard, and none without a session', async ({
  testApp,
  browser,
  fixtures,
}) => {
  const callsOf = async (client: Client | null, expected: (page: Page) => Promise<void>) => {
    const page = await openPage(browser, testApp, client);
    const calls = listCalls(page);
    await page.goto(screens.centerDashboard);
    await expected(page);
    return calls;
  };
  const other = await callsOf(fixtures.doctor.client, async (page) => {
    await expect(page.getByRole('link', { name: t.frame('guard.toDashboard') })).toBeVisible();
  });
  expect(other).toContain(sessionCall);
  expect(other).not.toContain(dashboardCall);
  const anonymous = await callsOf(null, async (page) => {
    await expect(page).toHaveURL(new RegExp(screens.centerLogin));
  });
  expect(anonymous).not.toContain(sessionCall);
});
