import { expect, type Locator, type Page } from '@playwright/test';

/** Expects a toast with this title and text. */
export async function expectToast(page: Page, title: string, text = ''): Promise<void> {
  await expect(page.getByRole('listitem').filter({ hasText: title }).filter({ hasText: text }).last()).toBeVisible();
}

/** Locates a figure of a dashboard by its label. */
export const figure = (page: Page, name: string): Locator =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');
