import { randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/format-day';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, testWithFixtures } from '../test-app.ts';

/** An administrator replaces an invoice with a wrong buyer, mails a document again, and uses an account's credit. */

const test = testWithFixtures(20);

test('replaces an invoice, and pays an expired request with credit', async ({ testApp, fixtures, browser }) => {
  const { billedUserId: userId } = fixtures;
  const page = await openPage(browser, testApp, fixtures.admin);
  await page.goto(`/admin/billing/${userId}`);
  const documents = page.getByRole('table', { name: 'Documents' });
  await expect(documents.getByRole('row')).toHaveCount(2);
  const openMenu = (index: number) => documents.getByRole('button', { name: 'Actions for' }).nth(index).click();
  await openMenu(0);
  await page.getByRole('menuitem', { name: 'Replace (wrong buyer)' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('a credit note over €480.00 of invoice TEST-');
  await expect(dialog).toContainText('and a new invoice for the same period');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Issue both documents' }).click();
  await dialog.getByLabel('Reason, shown on the credit note').fill('Λάθος λήπτης');
  await dialog.getByRole('button', { name: 'Issue both documents' }).click();
  await expect(page.getByText('Credit note and new invoice issued', { exact: true })).toBeVisible();
  await expect(documents.getByRole('row')).toHaveCount(4);
  await openMenu(0);
  await page.getByRole('menuitem', { name: 'Credit' }).click();
  await expect(dialog.getByLabel('Amount in euros')).toHaveValue('480.00');
  await dialog.getByLabel('Amount in euros').fill('48');
  await dialog.getByLabel('Reason, shown on the credit note').fill('Έκπτωση');
  await dialog.getByRole('button', { name: 'Issue credit note' }).click();
  await expect(documents.getByRole('row')).toHaveCount(5);
  await openMenu(1);
  await page.getByRole('menuitem', { name: 'Replace (wrong buyer)' }).click();
  await expect(dialog).toContainText('is credited already');
  await expect(dialog).toContainText('a credit note over the other €432.00');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await openMenu(0);
  await page.getByRole('menuitem', { name: 'Mail again' }).click();
  await expect(page.getByText('Document mailed', { exact: true })).toBeVisible();

  await testApp.superuser.query(
    `INSERT INTO dues (id, user_id, kind, price_id, from_day, to_day, net_cents, vat_cents, gross_cents, tax_case, due_on, state)
     VALUES ($1, $2, 'renewal', 'doctor.monthly.1', '2031-01-01', '2031-03-31', 12094, 2903, 14997, 'home_person', '2031-01-01', 'expired')`,
    [randomUUID(), userId],
  );
  const receivedOn = formatDay('Europe/Athens', testApp.clock.now());
  await fixtures.admin.call(routes.billingAdmin.recordPayment, { body: { userId, cents: 58_197, receivedOn } });
  await page.reload();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Use credit for €149\.97/ }).click();
  await expect(dialog).toContainText('Use the credit of €149.97 for €149.97?');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Use credit' }).click();
  await expect(page.getByText('Credit used', { exact: true })).toBeVisible();
  await expect(documents.getByRole('row')).toHaveCount(6);
});
