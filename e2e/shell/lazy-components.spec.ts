import { routes } from '@medcloud/contract';
import { screens } from '@medcloud/contract/screens';
import { signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import type { Page, Route } from '@playwright/test';
import { fullBrowser, hasFullBrowser } from '../harness/browsers.ts';
import { openPage } from '../harness/open-page.ts';
import { createTranslators } from '../harness/translators.ts';
import { administrator, expect, test } from '../test-app.ts';

/** Overlays load after the page. A click or key press on their button in between is not lost. */

const t = createTranslators('en');
const role = (page: Page) => page.getByRole('combobox', { name: t.support('message.role') });
const options = (page: Page) => page.getByRole('option');

// the light browser is older and does not request a failed script again
if (hasFullBrowser) test.use(fullBrowser);

/** Opens the support form and holds the script of its select until the returned function is called. */
async function openWithoutSelect(page: Page, origin: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/lazy-select-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${origin}${screens.support}?tab=message`);
  await expect(role(page)).toBeVisible();
  return release;
}

test('opens a select when it loads after being pressed', async ({ testApp, page }) => {
  const release = await openWithoutSelect(page, testApp.origin);
  await role(page).click();
  await expect(options(page)).toHaveCount(0);
  release();
  await expect(options(page).first()).toBeVisible();
  await options(page).first().click();
  await expect(role(page)).toHaveText(t.support('message.roles.medical-center'));
  await expect(role(page)).toBeFocused();
});

test('keeps the focus and the label of a select when it loads', async ({ testApp, page }) => {
  const release = await openWithoutSelect(page, testApp.origin);
  await role(page).focus();
  release();
  await expect(role(page)).toHaveAttribute('dir', 'ltr');
  await expect(role(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(options(page).first()).toBeVisible();
});

test('shows an error when a select fails to load, and loads it on the next press', async ({ testApp, page }) => {
  test.skip(!hasFullBrowser, 'the light browser does not request a failed script again');
  const abort = (route: Route) => route.abort();
  await page.route('**/assets/lazy-select-*.js', abort);
  await page.goto(`${testApp.origin}${screens.support}?tab=message`);
  await role(page).click();
  await expect(page.getByText(t.common('error.noAnswer')).first()).toBeVisible();
  await page.unroute('**/assets/lazy-select-*.js', abort);
  await role(page).click();
  await expect(options(page).first()).toBeVisible();
});

test('focuses the first item when a menu loads after being opened by a key', async ({ testApp, browser }) => {
  const admin = await signInAdmin(testApp);
  const centerFields = {
    name: 'Κέντρο με μενού',
    email: 'menu@example.gr',
    address: 'Ακτή Μιαούλη 1',
    phone: '+302105550100',
  };
  await admin.call(routes.admin.createMedicalCenter, {
    body: { ...centerFields, centerId: 'MCMENU01', password: 'initial secret' },
  });
  const page = await openPage(browser, testApp, admin);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/lazy-menu-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(screens.adminUsers);
  await page.getByRole('button', { name: 'More for Κέντρο με μενού', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  release();
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.context().close();
});

test('covers the screen of an ended session even if its dialog fails to load', async ({ testApp, page }) => {
  const abort = (route: Route) => route.abort();
  await page.route('**/assets/session-dialogs-*.js', abort);
  await page.goto(`${testApp.origin}${screens.adminUsers}`);
  await expect(page.getByLabel('E-mail')).toHaveValue(administrator.email); // filled in by the server, on loopback only
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Access Admin Panel' }).click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const sessionId = await page.evaluate(() => localStorage.getItem('sessionId'));
  await fetch(`${testApp.origin}${routes.auth.logout.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sessionId}`, 'content-type': 'application/json' },
    body: '{}',
  });
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toBeVisible();
  await page.unroute('**/assets/session-dialogs-*.js', abort);
  await dialog.getByRole('button', { name: 'Reload the page' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
});
