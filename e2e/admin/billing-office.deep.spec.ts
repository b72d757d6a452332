import { routes } from '@medcloud/contract';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, testWithFixtures } from '../test-app.ts';

/** An administrator enters a center's billing details, starts its billing, reads the figures and exports the books. */

const test = testWithFixtures(23);

test('starts billing a center, and finds its invoice in figures and export', async ({ testApp, fixtures, browser }) => {
  const { rows } = await testApp.superuser.query(
    'SELECT user_id AS "userId" FROM medical_centers ORDER BY created_at LIMIT 1',
  );
  // 12 hours or more before the portal's zone: the days of billing are the portal's
  const page = await openPage(browser, testApp, fixtures.admin, { timezoneId: 'Pacific/Honolulu' });
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
  await page.goto('/admin/billing?tab=payments');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Record a payment' }).click();
  const payment = page.getByRole('dialog');
  const { rows: dues } = await testApp.superuser.query('SELECT rf FROM dues WHERE user_id = $1', [rows[0].userId]);
  await payment.getByLabel('Reference (RF)').fill(dues[0].rf);
  await payment.getByLabel('Amount').fill('1.540');
  await payment.getByRole('button', { name: 'Record payment' }).click();
  await expect(payment).toContainText('Thousands or decimals?');
  await payment.getByLabel('Amount').fill('€540,00');
  await payment.getByRole('button', { name: 'Record payment' }).click();
  const row = page.getByRole('row').filter({ hasText: '€540.00 that day' });
  await expect(row).toContainText('By hand');
  await expectAccessible(page);
  await row.click();
  await expect(page).toHaveURL(new RegExp(`/admin/billing/${rows[0].userId}`));
  await page.goto('/admin/billing?tab=export');
  await expectAccessible(page);
  const today = await page.getByLabel('Last day').getAttribute('max');
  if (today !== null) await page.getByLabel('Last day').fill(today);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/^medcloud-billing-.*\.zip$/);
});

test('keeps a long name from the action beside it on a phone', async ({ testApp, fixtures, browser }) => {
  const [center] = await fixtures.admin.call(routes.admin.medicalCenters, {});
  const name = 'Πανεπιστημιακό Γενικό Διαγνωστικό Απεικονιστικό Κέντρο «Άγιος Παντελεήμων»';
  await fixtures.admin.call(routes.admin.changeMedicalCenter, { params: { id: center?.id ?? '' }, body: { name } });
  const page = await openPage(browser, testApp, fixtures.admin, { language: 'el', width: 390, height: 844 });
  await page.goto(`/admin/billing/${center?.userId}`);
  const title = page.getByRole('heading', { level: 1, name });
  await expect(title).toBeVisible();
  const boxes = await title.evaluate((heading) => {
    const range = document.createRange();
    range.selectNodeContents(heading);
    const action = heading.parentElement?.nextElementSibling?.getBoundingClientRect();
    return { words: range.getBoundingClientRect().toJSON(), action: action?.toJSON() };
  });
  expect(boxes.action.top).toBeGreaterThanOrEqual(boxes.words.bottom);
  expect(boxes.words.right).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});
