import { signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import { waitForJobs } from '@medcloud/server/test/harness/wait-for-jobs.ts';
import { myDataLogin, startMyDataServer } from '@medcloud/server/test/stand-ins/mydata.ts';
import { chooseOption } from '../harness/choose-option.ts';
import { createFixtures } from '../harness/create-fixtures.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, test, testWithFixtures } from '../test-app.ts';

/** An administrator sees what the tax authority has, sends a refused document again and voids an invoice of today. */

const tab = '/admin/billing?tab=fiscal';

testWithFixtures(24)('shows documents that are only written to a folder', async ({ testApp, fixtures, browser }) => {
  await waitForJobs(testApp);
  const page = await openPage(browser, testApp, fixtures.admin, { language: 'el', width: 390 });
  await page.goto(tab);
  await expect(page.getByText('Τα παραστατικά γράφονται σε φάκελο')).toBeVisible();
  await expect(page.getByText('Στον φάκελο').first()).toBeVisible();
  await expect(page.getByRole('tab', { name: 'ΑΑΔΕ' })).toBeInViewport();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page
    .getByText(/^TEST-/)
    .first()
    .click();
  await expect(page.getByText('Κανένα: δεν στάλθηκε')).toBeVisible();
  await expectAccessible(page);
});

test('sends a refused document again, and voids an invoice of today', async ({ startOwnApp, browser }) => {
  const authority = await startMyDataServer();
  authority.faults.push('refuse');
  const { user, key } = myDataLogin;
  const { testApp } = await startOwnApp({ FISCAL_URL: `mydata://${user}:${key}@dev?api=${authority.origin}` });
  const empty = await openPage(browser, testApp, await signInAdmin(testApp));
  await empty.goto(tab);
  await expect(empty.getByText('No documents yet')).toBeVisible();
  await expectAccessible(empty);
  const { admin } = await createFixtures(testApp, 25);
  await waitForJobs(testApp);
  const page = await openPage(browser, testApp, admin);
  await page.goto(tab);
  await expect(page.getByText('Documents are sent to the tax authority’s test environment')).toBeVisible();
  await chooseOption(page.getByRole('combobox', { name: 'Status' }), 'Refused');
  const table = page.getByRole('table', { name: 'Documents at the tax authority' });
  const row = table.getByRole('row').nth(1);
  await expect(row).toContainText('Error 203');
  // the keyboard alone: to the row, into the sheet, and the button
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The tax authority refused the document by its content', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send again' }).press('Enter');
  await expect(page.getByText('The document is sent again', { exact: true })).toBeVisible();
  await expect(page.getByText('No documents with this status')).toBeVisible();
  await chooseOption(page.getByRole('combobox', { name: 'Status' }), 'Accepted');
  await expect(row).toContainText(authority.documents[0]?.mark ?? 'no mark');
  await row.click();
  await page.getByRole('button', { name: 'Void', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('€480.00');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Void invoice' }).click();
  await chooseOption(page.getByRole('combobox', { name: 'Status' }), 'Voided');
  await expect(row).toContainText('Voided');
  await row.click();
  await expect(page.getByText('Mark of the cancellation')).toBeVisible();
  // as after a backup was restored
  await testApp.superuser.query(
    `INSERT INTO fiscal_found_documents (id, mark, series, year, number, document_type, issued_on, gross_cents)
     SELECT gen_random_uuid(), '499999999999999', series, year, number + 1, '11.2', issued_on, 48000 FROM invoices ORDER BY number DESC LIMIT 1`,
  );
  await page.reload();
  await expect(page.getByText('Only the tax authority has 1 document')).toBeVisible();
  await page.getByRole('button', { name: 'Take over' }).click();
  await expect(dialog).toContainText('Take over 1 document?');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Take over' }).click();
  await expect(page.getByText('Documents are issued again', { exact: true })).toBeVisible();
  await expect(page.getByText('Only the tax authority has', { exact: false })).toHaveCount(0);
  await authority.close();
});
