import { signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, test } from '../test-app.ts';

/** An administrator says once what the columns of a bank's CSV file are. */

test('asks once for the columns of a bank whose headings are not known', async ({ startOwnApp, browser }) => {
  const { testApp } = await startOwnApp();
  const page = await openPage(browser, testApp, await signInAdmin(testApp));
  await page.goto('/admin/billing?tab=bank');
  const choose = async (text: string) =>
    await page.locator('input[type=file]').setInputFiles({
      ...{ name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(text) },
    });
  await choose('Βαλέρ;Ευρώ;Λόγος\n27/11/2026;41,00;ΑΓΝΩΣΤΟ\n');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('What are the columns of this file?');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save and import' }).click();
  await expect(dialog.getByText('Choose the column of the amount, or that of credits.')).toBeVisible();
  await dialog.getByLabel('Day', { exact: true }).selectOption({ label: 'Βαλέρ: 27/11/2026' });
  await dialog.getByLabel('Amount', { exact: true }).selectOption({ label: 'Ευρώ: 41,00' });
  await dialog.getByLabel('Text of the transfer').selectOption({ label: 'Λόγος: ΑΓΝΩΣΤΟ' });
  await dialog.getByRole('button', { name: 'Save and import' }).click();
  await expect(page.getByText('1 movement: 0 paid, 0 to confirm, 1 unknown, 0 known already.')).toBeVisible();
  await choose('Βαλέρ;Ευρώ;Λόγος\n27/11/2026;41,00;ΑΓΝΩΣΤΟ\n26/11/2026;1.234;Α\n');
  await expect(page.getByText('Row 3: the amount cannot be read for sure.', { exact: false })).toBeVisible();
  await choose('Βαλέρ;Ευρώ;Λόγος\n27/11/2026;41,00;ΑΓΝΩΣΤΟ\n26/11/2026;12,34;Α\n');
  await expect(page.getByText('2 movements: 0 paid, 0 to confirm, 1 unknown, 1 known already.')).toBeVisible();
});
