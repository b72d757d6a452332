import { selectByTurn } from '@medcloud/server/test/harness/depth.ts';
import type { Page } from '@playwright/test';
import { chooseOption, chosenOption } from '../harness/choose-option.ts';
import { listViolations } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, type StandaloneApp, startTestApp, test } from '../test-app.ts';

/**
 * Runs axe on the component gallery (development only): empty, full, invalid and open states, in each theme and
 * language.
 */

/** How to open each kind of overlay, by its name in the test's title. */
const overlays: Record<string, (page: Page) => Promise<void>> = {
  'at rest': async () => undefined,
  'a dialog': async (page) => {
    await page.getByRole('button', { name: 'Withdraw exam' }).last().click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'a menu': async (page) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
  },
  'a chosen option of a select': async (page) => {
    const gender = page.getByRole('combobox', { name: 'Gender' });
    await chooseOption(gender, 'Female');
    await expect(chosenOption(gender)).toHaveText('Female');
  },
  'a toast': async (page) => {
    await page.getByRole('button', { name: 'Login Failed' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Login Failed' })).toBeVisible();
  },
  'a sheet beside a list': async (page) => {
    await page.getByRole('row').nth(1).click();
    await expect(page.getByRole('complementary')).toBeVisible();
  },
};

async function listViolationsInThemes(page: Page, turn: number): Promise<string[]> {
  const violations: string[] = [];
  for (const colorScheme of selectByTurn(turn, ['dark', 'light'] as const)) {
    await page.emulateMedia({ colorScheme });
    violations.push(...(await listViolations(page)));
  }
  return violations;
}

test.describe('component gallery (/gallery)', () => {
  let testApp: StandaloneApp;
  let page: Page;
  let close = async () => {};

  test.beforeAll(async ({ browser }) => {
    ({ testApp, close } = await startTestApp({ MEDCLOUD_DEV: '1' }));
    page = await openPage(browser, testApp, null);
    await page.goto('/gallery');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 600_000 }); // the development server builds the pages on the first request
  });
  test.afterAll(async () => {
    await page.context().close();
    await close();
  });

  for (const [turn, [name, openOverlay]] of Object.entries(overlays).entries())
    test(`has no axe violations with ${name}`, async () => {
      await page.goto('/gallery');
      await openOverlay(page);
      expect(await listViolationsInThemes(page, turn)).toEqual([]);
    });

  test('has no axe violations and no overflow in Greek at phone size', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/gallery');
    await page.locator('button[lang=el]').first().click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'el');
    expect(await listViolations(page)).toEqual([]);
    expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(390);
  });
});
