import { routes } from '@medcloud/contract';
import { screens } from '@medcloud/contract/screens';
import { signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import type { Browser, Locator, Page, Route } from '@playwright/test';
import { chooseOption, chosenOption } from '../harness/choose-option.ts';
import { openPage } from '../harness/open-page.ts';
import { createTranslators } from '../harness/translators.ts';
import { administrator, expect, type StandaloneApp, test } from '../test-app.ts';

/** Overlays load after the page. A click or key press on their button in between is not lost. A select needs no script. */

const t = createTranslators('en');
const menuScript = '**/assets/lazy-menu-*.js';
const role = (page: Page) => page.getByRole('combobox', { name: t.support('message.role') });
const items = (page: Page) => page.getByRole('menuitem');

async function openSupportForm(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}${screens.support}?tab=message`);
  await expect(role(page)).toBeVisible();
  await expect(chosenOption(role(page))).toHaveText(t.support('message.chooseRole'));
}

/** Creates a center and opens the users as administrator. `onScript` handles requests for the menu's script. */
async function openUsers(
  testApp: StandaloneApp,
  browser: Browser,
  number: number,
  onScript: (route: Route) => Promise<void>,
): Promise<{ page: Page; menu: Locator }> {
  const admin = await signInAdmin(testApp);
  const name = `Κέντρο με μενού ${number}`;
  const centerFields = { name, address: 'Ακτή Μιαούλη 1', phone: '+302105550100', password: 'initial secret' };
  await admin.call(routes.admin.createMedicalCenter, {
    body: { ...centerFields, centerId: `MCMENU0${number}`, email: `menu${number}@example.gr` },
  });
  const page = await openPage(browser, testApp, admin);
  await page.route(menuScript, onScript);
  await page.goto(screens.adminUsers);
  return { page, menu: page.getByRole('button', { name: `More actions for ${name}`, exact: true }) };
}

test('chooses an option of a select when no further script loads', async ({ testApp, page }) => {
  await openSupportForm(page, testApp.origin);
  await page.route('**/assets/*.js', (route) => route.abort());
  await chooseOption(role(page), t.support('message.roles.medical-center'));
  await expect(chosenOption(role(page))).toHaveText(t.support('message.roles.medical-center'));
  await expect(role(page)).toHaveValue('medical-center');
});

test('changes a select by keyboard, and keeps its focus and label', async ({ testApp, page }) => {
  await openSupportForm(page, testApp.origin);
  await role(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(chosenOption(role(page))).toHaveText(t.support('message.roles.medical-center'));
  await page.keyboard.type('a');
  await expect(chosenOption(role(page))).toHaveText(t.support('message.roles.admin'));
  await expect(role(page)).toBeFocused();
});

test('opens a menu when it loads after being pressed', async ({ testApp, browser }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { page, menu } = await openUsers(testApp, browser, 1, async (route) => {
    await released;
    await route.continue();
  });
  await menu.click();
  await expect(items(page)).toHaveCount(0);
  await expect(menu).toBeFocused();
  release();
  await expect(items(page).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(items(page)).toHaveCount(0);
  await expect(menu).toBeFocused();
  await page.context().close();
});

test('shows an error when a menu fails to load, and loads it on the next press', async ({ testApp, browser }) => {
  const { page, menu } = await openUsers(testApp, browser, 2, (route) => route.abort());
  await menu.click();
  await expect(page.getByText(t.common('error.noAnswer')).first()).toBeVisible();
  await page.unroute(menuScript);
  await menu.click();
  await expect(items(page).first()).toBeVisible();
  await page.context().close();
});

test('focuses the first item when a menu loads after being opened by a key', async ({ testApp, browser }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { page, menu } = await openUsers(testApp, browser, 3, async (route) => {
    await released;
    await route.continue();
  });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(items(page)).toHaveCount(0);
  release();
  await expect(items(page).first()).toBeFocused();
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
  // with the browser's cookie, which the session is bound to
  const logout = await page.request.post(`${testApp.origin}${routes.auth.logout.path}`, {
    headers: { authorization: `Bearer ${sessionId}` },
    data: {},
  });
  expect(logout.ok()).toBe(true);
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toBeVisible();
  await page.unroute('**/assets/session-dialogs-*.js', abort);
  await dialog.getByRole('button', { name: 'Reload page' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
});
