import { routes } from '@medcloud/contract';
import { screens } from '@medcloud/contract/screens';
import { signInAdmin } from '@medcloud/server/test/harness/cast.ts';
import type { Page, Route } from '@playwright/test';
import { hasWholeBrowser, wholeBrowser } from './browsers.ts';
import { administrator, expect, test } from './portal.ts';
import { pageOf } from './signed-in.ts';
import { wordsIn } from './words.ts';

/** What opens above a page comes once the page stands: what one does with its button meanwhile is not lost. */

const t = wordsIn('en');
const role = (page: Page) => page.getByRole('combobox', { name: t.support('message.role') });
const options = (page: Page) => page.getByRole('option');

// the light one, older, does not ask again for a script that did not come
if (hasWholeBrowser) test.use(wholeBrowser);

/** The help page's form with its list of roles held back until `letGo`. */
async function withoutLists(page: Page, origin: string): Promise<() => void> {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/assets/whole-select-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${origin}${screens.support}?tab=message`);
  await expect(role(page)).toBeVisible();
  return letGo;
}

test('a list that is pressed before it is there opens when it comes', async ({ portal, page }) => {
  const letGo = await withoutLists(page, portal.origin);
  await role(page).click();
  await expect(options(page)).toHaveCount(0);
  letGo();
  await expect(options(page).first()).toBeVisible();
  await options(page).first().click();
  await expect(role(page)).toHaveText(t.support('message.roles.medical-center'));
  await expect(role(page)).toBeFocused();
});

test('a list keeps the focus that it had before it was there, and a field its name', async ({ portal, page }) => {
  const letGo = await withoutLists(page, portal.origin);
  await role(page).focus();
  letGo();
  await expect(role(page)).toHaveAttribute('dir', 'ltr');
  await expect(role(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(options(page).first()).toBeVisible();
});

test('a list that cannot be had says so where it is pressed, and is asked for again', async ({ portal, page }) => {
  test.skip(!hasWholeBrowser, 'the light browser does not ask again for a script that did not come');
  const isGone = (route: Route) => route.abort();
  await page.route('**/assets/whole-select-*.js', isGone);
  await page.goto(`${portal.origin}${screens.support}?tab=message`);
  await role(page).click();
  await expect(page.getByText(t.common('error.noAnswer')).first()).toBeVisible();
  await page.unroute('**/assets/whole-select-*.js', isGone);
  await role(page).click();
  await expect(options(page).first()).toBeVisible();
});

test('a menu that a key opens before it is there has its first item at hand when it comes', async ({
  portal,
  browser,
}) => {
  const admin = await signInAdmin(portal);
  const about = {
    name: 'Κέντρο με μενού',
    email: 'menu@example.gr',
    address: 'Ακτή Μιαούλη 1',
    phone: '+302105550100',
  };
  await admin.call(routes.admin.createMedicalCenter, {
    body: { ...about, centerId: 'MCMENU01', password: 'initial secret' },
  });
  const page = await pageOf(browser, portal, admin);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/assets/whole-menu-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(screens.adminUsers);
  await page.getByRole('button', { name: 'More for Κέντρο με μενού', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  letGo();
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.context().close();
});

test('a session that lapsed covers its screen even where what says so cannot be had', async ({ portal, page }) => {
  const isGone = (route: Route) => route.abort();
  await page.route('**/assets/session-ends-*.js', isGone);
  await page.goto(`${portal.origin}${screens.adminUsers}`);
  await expect(page.getByLabel('E-mail')).toHaveValue(administrator.email); // the portal fills it in, on loopback
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Access Admin Panel' }).click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const sessionId = await page.evaluate(() => localStorage.getItem('sessionId'));
  await fetch(`${portal.origin}${routes.auth.logout.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sessionId}`, 'content-type': 'application/json' },
    body: '{}',
  });
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  const cover = page.getByRole('alertdialog');
  await expect(cover).toBeVisible();
  await page.unroute('**/assets/session-ends-*.js', isGone);
  await cover.getByRole('button', { name: 'Reload the page' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
});
