import { screens } from '@medcloud/contract/screens';
import type { Page, Route } from '@playwright/test';
import { hasWholeBrowser, wholeBrowser } from './browsers.ts';
import { expect, testOnStage } from './portal.ts';
import { pageOf } from './signed-in.ts';
import { wordsIn } from './words.ts';

/** What lies between two pages: the script of the next one, the way back, the way out. */

const t = wordsIn('en');

const test = testOnStage(62);

// the light one, older, does not ask again for a script that did not come
if (hasWholeBrowser) test.use(wholeBrowser);

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const history = (page: Page) => heading(page, t.center('history.title'));
const follow = (page: Page, screen: 'centerDashboard' | 'centerHistory' | 'centerUpload') =>
  page
    .getByRole('link', { name: t.frame(`navigation.${screen}`), exact: true })
    .first()
    .click();

test('the page before stays until the next one is there, whose script and frames are asked for at once', async ({
  portal,
  browser,
  stage,
}) => {
  const page = await pageOf(browser, portal, stage.center.client);
  // A frame is answered only after the page within it was asked for.
  const asked = new Set<string>();
  const isAsked = (name: string) => expect.poll(() => [...asked].some((url) => url.includes(name))).toBe(true);
  page.on('request', (request) => asked.add(request.url()));
  await page.route('**/assets/*.js', async (route) => {
    if (/\/(?:session|area)-/.test(route.request().url())) await isAsked('/dashboard-');
    await route.continue();
  });
  await page.goto(screens.centerDashboard);
  await expect(heading(page, t.center('dashboard.title'))).toBeVisible();

  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/assets/history-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await follow(page, 'centerHistory');
  await isAsked('/history-');
  await expect(heading(page, t.center('dashboard.title'))).toBeVisible();
  letGo();
  await expect(history(page)).toBeVisible();
  await expect(page).toHaveTitle(`${t.center('history.title')} · MedCloud`);
});

test('a page whose script does not come says so, and comes when one goes there again', async ({
  portal,
  browser,
  stage,
}) => {
  test.skip(!hasWholeBrowser, 'the light browser does not ask again for a script that did not come');
  const page = await pageOf(browser, portal, stage.center.client);
  await page.goto(screens.centerDashboard);
  await expect(heading(page, t.center('dashboard.title'))).toBeVisible();
  const isGone = (route: Route) => route.abort();
  await page.route('**/assets/*.js', isGone);
  await follow(page, 'centerHistory');
  await expect(heading(page, t.common('error.title'))).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${screens.centerHistory}$`));
  await page.unroute('**/assets/*.js', isGone);

  await page.goBack();
  await expect(heading(page, t.center('dashboard.title'))).toBeVisible();
  await page.goForward();
  await expect(history(page)).toBeVisible();
});

test('a page that did not come is there after Reload', async ({ portal, browser, stage }) => {
  const page = await pageOf(browser, portal, stage.center.client);
  await page.goto(screens.centerDashboard);
  await expect(heading(page, t.center('dashboard.title'))).toBeVisible();
  const isGone = (route: Route) => route.fulfill({ status: 404 });
  await page.route('**/assets/*.js', isGone);
  await follow(page, 'centerHistory');
  await expect(heading(page, t.common('error.title'))).toBeVisible();
  await page.unroute('**/assets/*.js', isGone);
  await page.getByRole('button', { name: t.common('action.reload') }).click();
  await expect(history(page)).toBeVisible();
});

test('Back leads to where one was on the page', async ({ portal, browser, stage }) => {
  const page = await pageOf(browser, portal, stage.center.client, { height: 360 });
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

test('who signs out arrives at home, and passes no login on the way', async ({ portal, browser, stage }) => {
  const page = await pageOf(browser, portal, stage.doctor.client);
  await page.goto(screens.doctorDashboard);
  const passed: string[] = [];
  page.on('framenavigated', (frame) => passed.push(new URL(frame.url()).pathname));
  await page.getByRole('button', { name: t.common('shell.logOut') }).click();
  await expect(page.locator('#login-options')).toBeVisible();
  expect(passed.at(-1)).toBe(screens.home);
  expect(passed.filter((path) => path.startsWith('/auth/'))).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('sessionId'))).toBeNull();
});

test('one signs out also while the portal is still asked who is there', async ({ portal, browser, stage }) => {
  const page = await pageOf(browser, portal, stage.doctor.client);
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/auth/session', async (route) => {
    await answered.promise;
    await route.abort();
  });
  await page.goto(screens.doctorDashboard);
  await page.getByRole('button', { name: t.common('shell.logOut') }).click();
  await expect(page.locator('#login-options')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('sessionId'))).toBeNull();
  answered.resolve();
});
