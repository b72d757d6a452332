import { screens } from '@medcloud/contract/screens';
import { signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import type { Locator } from '@playwright/test';
import { openPage } from '../harness/open-page.ts';
import { createTranslators } from '../harness/translators.ts';
import { expect, test } from '../test-app.ts';

/** Tooltips: by pointer and keyboard, over a panel, one at a time, inside the window. */
test('shows one tooltip on hover and on focus, which stays under the pointer and closes before the panel', async ({
  testApp,
  browser,
}) => {
  const t = createTranslators('en');
  const page = await openPage(browser, testApp, await signInAdmin(testApp), { width: 1280 });
  await page.goto(screens.adminAudit);
  const tooltip = page.getByRole('tooltip');
  const button = page.getByRole('button', { name: t.audit('export') });
  await button.hover();
  await expect(tooltip).toHaveText(t.audit('exportHint'));
  await expect(button).toHaveAccessibleDescription(t.audit('exportHint'));
  await expectInside(tooltip, { width: 1280, height: 900 });
  await tooltip.hover();
  await page.mouse.move(5, 5);
  await expect(tooltip).toHaveCount(0);
  // the next one opens at once: with the focus, by keyboard alone
  await button.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(tooltip).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(tooltip).toHaveCount(0);
  await page.getByRole('row').nth(1).click();
  const close = page.getByRole('complementary').getByRole('button', { name: t.common('action.close') });
  await close.hover();
  await expect(tooltip).toHaveText(t.common('action.close'));
  await page.keyboard.press('Escape');
  await expect(tooltip).toHaveCount(0);
  await expect(close).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(close).toHaveCount(0);
  await page.context().close();
});

async function expectInside(box: Locator, window: { width: number; height: number }): Promise<void> {
  const { x = -1, y = -1, width = 0, height = 0 } = (await box.boundingBox()) ?? {};
  expect([x >= 0, y >= 0, x + width <= window.width, y + height <= window.height]).toEqual([true, true, true, true]);
}
