import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, testWithFixtures } from '../test-app.ts';

/** An administrator enters a center's billing details, starts its billing, reads the figures and exports the books. */

const test = testWithFixtures(23);

test('starts billing a center, and finds its invoice in figures and export', async ({ testApp, fixtures, browser }) => {
  const { rows } = await testApp.superuser.query(
    'SELECT user_id AS "userId" FROM medical_centers ORDER BY created_at LIMIT 1',
  );
  const page = await openPage(browser, testApp, fixtures.admin);
  await page.goto(`/admin/billing/${rows[0].userId}`);
  await expect(page.getByText('This center is not charged')).toBeVisible();
  await page.getByRole('button', { name: 'Add billing details' }).click();
  await page.getByLabel('VAT number').fill('094014201');
  await page.getByLabel('Address', { exact: true }).fill('Ακτή Μιαούλη 1');
  await page.getByLabel('City').fill('Πειραιάς');
  await page.getByLabel('Postal code').fill('185 35');
  await page.getByLabel('Country').selectOption('GR');
  await page.getByRole('button', { name: 'Save billing details' }).click();
  await page.getByRole('button', { name: 'Start billing' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Plan: Basic');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Start billing' }).click();
  await expect(page.getByText('Billing started', { exact: true })).toBeVisible();
  await expect(page.getByText('This center is not charged')).toHaveCount(0);
  await page.goto('/admin/billing?tab=overview');
  await expect(page.getByRole('table', { name: 'Last 24 months' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/admin/billing?tab=export');
  await expectAccessible(page);
  const today = await page.getByLabel('Last day').getAttribute('max');
  if (today !== null) await page.getByLabel('Last day').fill(today);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/^medcloud-billing-.*\.zip$/);
});
