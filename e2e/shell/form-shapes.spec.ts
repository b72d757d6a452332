import { screens } from '@medcloud/contract/screens';
import { validationMessages } from '@medcloud/contract/validation-messages';
import type { Page, Route } from '@playwright/test';
import { fullBrowser, hasFullBrowser } from '../harness/browsers.ts';
import { createTranslators } from '../harness/translators.ts';
import { administrator, expect, test } from '../test-app.ts';

/** A form stands before what it checks by is there: what one does meanwhile waits, and none of it is lost. */

const t = createTranslators('en');
const checks = '**/assets/resolver-*.js';
const email = (page: Page) => page.getByLabel(t.auth('login.email'), { exact: true });

// the light one, older, does not ask again for a script that did not come
if (hasFullBrowser) test.use(fullBrowser);

/** Types into the sign-in form; the logins that were sent. */
async function typeLogin(page: Page, origin: string): Promise<() => number> {
  let logins = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('login')) logins += 1;
  });
  await page.goto(`${origin}${screens.adminLogin}`);
  await expect(email(page)).toHaveValue(administrator.email); // on loopback the portal fills it in; typed meanwhile it would stand twice
  await page.getByLabel(t.auth('login.password'), { exact: true }).fill(administrator.password);
  return () => logins;
}

test('what is sent before the checks are there waits for them, and goes once', async ({ testApp, page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(checks, async (route) => {
    await released;
    await route.continue();
  });
  const sent = await typeLogin(page, testApp.origin);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: t.auth('login.access') }).click();
  expect(sent()).toBe(0);
  release();
  await expect(page).toHaveURL(new RegExp(`${screens.adminDashboard}$`));
  expect(sent()).toBe(1);
});

test('where the checks cannot be had, that is said, nothing is sent, and what was typed stays', async ({
  testApp,
  page,
}) => {
  test.skip(!hasFullBrowser, 'the light browser does not ask again for a script that did not come');
  const abort = (route: Route) => route.abort();
  await page.route(checks, abort);
  const sent = await typeLogin(page, testApp.origin);
  await page.keyboard.press('Enter');
  await expect(page.getByText(t.common('error.noAnswer')).first()).toBeVisible();
  expect(sent()).toBe(0);
  await expect(email(page)).toHaveValue(administrator.email);
  await page.unroute(checks, abort);
  await page.getByRole('button', { name: t.auth('login.access') }).click();
  await expect(page).toHaveURL(new RegExp(`${screens.adminDashboard}$`));
});

test('what was typed before the portal answered stays', async ({ testApp, page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/public-settings', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${testApp.origin}${screens.adminLogin}`);
  await page.getByLabel(t.auth('login.password'), { exact: true }).fill(administrator.password);
  release();
  await expect(email(page)).toHaveValue(administrator.email);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${screens.adminDashboard}$`));
});

test('a field is checked as it is left, also when the checks come after that', async ({ testApp, page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(checks, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${testApp.origin}${screens.doctorSignup}`);
  await page.getByLabel(t.auth('signup.email'), { exact: true }).fill('maria');
  await page.keyboard.press('Tab');
  release();
  await expect(page.getByText(validationMessages.emailInvalid)).toBeVisible();
});
