import { expect, type Locator, type Page } from '@playwright/test';

/** The toast that says so, word for word. */
export async function expectToast(page: Page, title: string, text = ''): Promise<void> {
  await expect(page.getByRole('listitem').filter({ hasText: title }).filter({ hasText: text }).last()).toBeVisible();
}

/** A figure of a dashboard, by its name. */
export const figure = (page: Page, name: string): Locator =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');

/** Opens a list of choices and takes one. */
export async function chooseOption(page: Page, list: Locator, name: string): Promise<void> {
  await list.click();
  await page.getByRole('option', { name, exact: true }).click();
}
