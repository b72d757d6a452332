import { screens } from '@medcloud/contract/screens';
import type { Page, Route } from '@playwright/test';
import { openPage } from '../harness/open-page.ts';
import { createTranslators } from '../harness/translators.ts';
import { expect, testWithFixtures } from '../test-app.ts';

/** Navigation between pages: loading the next script, back, and sign-out. */

const t = createTranslators('en');

const test = testWithFixtures(62);

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const history = (page: Page) => heading(page, t.center('history.title'));
const follow = (page: Page, screen: 'centerDashboard' | 'centerHistory' | 'centerUpload') =>
  page
    .getByRole('link', { name: t.frame(`navigation.${screen}`), exact: true })
    .first()
    .click();

/** Only the next page's: the shown one may still be loading parts of itself. */
const historyScript = '**/assets/history-*.js';

test('keeps the current page until the next one loads, and requests its script and layouts in parallel', async ({
  testApp,
  browser,
  fixtures,
}) => {
  const page = await openPage(browser, testApp, fixtures.center.client);
  // A layout's script is answered only after the script of its page was requested.
  const requestedUrls = new Set<string>();
  const expectRequested = (name: string) =>
    expect.poll(() => [...requestedUrls].some((url) => url.includes(name))).toBe(true);
  page.on('request', (request) => requestedUrls.add(request.url()));
  await page.route('**/assets/*.js', async (route) => {
    if (/\/(?:session|area)-/.test(route.request().url())) await expectRequested('/dashboard-');
    await route.continue();
  });
  await page.goto(screens.centerDashboard);
  await expect(heading(page, t.center('dashboard.title'))).toBeVisible();

  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(historyScript, async (route) => {
    await released;
    await route.continue();
  });
  await follow(page, 'centerHistory');
  await expectRequested('/history-');
  await expect(heading(page, t.center('dashboard.title'))).toBeVisible();
  release();
  await expect(history(page)).toBeVisible();
  await expect(page).toHaveTitle(`${t.center('history.title')} · MedCloud`);
});

test('shows an error when a page’s script fails, and loads it on the next visit', async ({
  testApp,
  browser,
  fixtures,
}) => {
  const page = await openPage(browser, testApp, fixtures.center.client);
  await page.goto(screens.centerDashboard);
  await expect(heading(page, t.center('dashboard.title'))).toBeVisible();
  const abort = (route: Route) => route.abort('internetdisconnected');
  await page.route(historyScript, abort);
  await follow(page, 'centerHistory');
  await expect(heading(page, t.common('error.title'))).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${screens.centerHistory}$`));
  await page.unroute(historyScript, abort);

  await page.goBack();
  await expect(heading(page, t.center('dashboard.title'))).toBeVisible();
  await page.goForward();
  await expect(history(page)).toBeVisible();
});

test('loads a failed page after Reload', async ({ testApp, browser, fixtures }) => {
  const page = await openPage(browser, testApp, fixtures.center.client);
  await page.goto(screens.centerDashboard);
  await expect(heading(page, t.center('dashboard.title'))).toBeVisible();
  const abort = (route: Route) => route.fulfill({ status: 404 });
  await page.route(historyScript, abort);
  await follow(page, 'centerHistory');
  await expect(heading(page, t.common('error.title'))).toBeVisible();
  await page.unroute(historyScript, abort);
  await page.getByRole('button', { name: t.common('action.reload') }).click();
  await expect(history(page)).toBeVisible();
});

test('restores the scroll position on Back', async ({ testApp, browser, fixtures }) => {
  const page = await openPage(browser, testApp, fixtures.center.client, { height: 360 });
  await page.goto(screens.centerDashboard);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.evaluate(() => scrollTo(0, 120));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(120);
  await follow(page, 'centerUpload');
  await expect(heading(page, t.uploadPage('title'))).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0));
  await page.goBack();
  await expect(heading(page, t.center('dashboard.title'))).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(120);
});

test('leads to the home page on sign-out without passing a login', async ({ testApp, browser, fixtures }) => {
  const page = await openPage(browser, testApp, fixtures.doctor.client);
  await page.goto(screens.doctorDashboard);
  const visitedPaths: string[] = [];
  page.on('framenavigated', (frame) => visitedPaths.push(new URL(frame.url()).pathname));
  await page.getByRole('button', { name: t.common('shell.logOut') }).click();
  await expect(page.locator('#login-options')).toBeVisible();
  expect(visitedPaths.at(-1)).toBe(screens.home);
  expect(visitedPaths.filter((path) => path.startsWith('/auth/'))).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('sessionId'))).toBeNull();
});

test('signs out while the session request is pending', async ({ testApp, browser, fixtures }) => {
  const page = await openPage(browser, testApp, fixtures.doctor.client);
  const response = Promise.withResolvers<void>();
  await page.route('**/api/auth/session', async (route) => {
    await response.promise;
    await route.abort();
  });
  await page.goto(screens.doctorDashboard);
  await page.getByRole('button', { name: t.common('shell.logOut') }).click();
  await expect(page.locator('#login-options')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('sessionId'))).toBeNull();
  response.resolve();
});
