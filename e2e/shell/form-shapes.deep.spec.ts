import { screens } from '@medcloud/contract/screens';
import { messages as validation } from '@medcloud/text/en/validation';
import type { Page, Route } from '@playwright/test';
import { createTranslators } from '../harness/translators.ts';
import { administrator, expect, test } from '../test-app.ts';

/** A form renders before its validation shapes are loaded. Input and submits in between are not lost. */

const t = createTranslators('en');
const resolverScript = '**/assets/shape-resolver-*.js';
const email = (page: Page) => page.getByLabel(t.common('field.email'), { exact: true });

/** Fills the sign-in form. Returns a function that counts the sent logins. */
async function typeLogin(page: Page, origin: string): Promise<() => number> {
  let logins = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('login')) logins += 1;
  });
  await page.goto(`${origin}${screens.adminLogin}`);
  await expect(email(page)).toHaveValue(administrator.email); // filled in late by the server on loopback: it would append to typed text
  await page.getByLabel(t.common('field.password'), { exact: true }).fill(administrator.password);
  return () => logins;
}

test('submits once when sent before the shapes are loaded', async ({ testApp, page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(resolverScript, async (route) => {
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

test('shows an error, sends nothing and keeps the input when the shapes fail to load', async ({ testApp, page }) => {
  const abort = (route: Route) => route.abort();
  await page.route(resolverScript, abort);
  const sent = await typeLogin(page, testApp.origin);
  await page.keyboard.press('Enter');
  await expect(page.getByText(t.common('error.noAnswer')).first()).toBeVisible();
  expect(sent()).toBe(0);
  await expect(email(page)).toHaveValue(administrator.email);
  await page.unroute(resolverScript, abort);
  await page.getByRole('button', { name: t.auth('login.access') }).click();
  await expect(page).toHaveURL(new RegExp(`${screens.adminDashboard}$`));
});

test('keeps the input typed before the public settings load', async ({ testApp, page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/public-settings', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${testApp.origin}${screens.adminLogin}`);
  await page.getByLabel(t.common('field.password'), { exact: true }).fill(administrator.password);
  release();
  await expect(email(page)).toHaveValue(administrator.email);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${screens.adminDashboard}$`));
});

test('validates a field on blur, even if the shapes load later', async ({ testApp, page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(resolverScript, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${testApp.origin}${screens.doctorSignup}`);
  await page.getByLabel(t.common('field.email'), { exact: true }).fill('maria');
  await page.keyboard.press('Tab');
  release();
  await expect(page.getByText(validation.email_invalid)).toBeVisible();
});
