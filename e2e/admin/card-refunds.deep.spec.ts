import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { startCardApp } from '../harness/start-card-app.ts';
import { expect, test } from '../test-app.ts';

test('gives money back to the card, by transfer or as credit', async ({ browser, startOwnApp }) => {
  const { testApp, stripe, admin, addDoctor } = await startCardApp(startOwnApp);
  const doctor = await addDoctor('refunded');
  const own = await openPage(browser, testApp, doctor.client);
  await own.goto('/doctor/billing');
  await own.getByRole('button', { name: 'Pay by card' }).click();
  await own.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(own.getByText('Your payment has arrived. Thank you.')).toBeVisible();
  const page = await openPage(browser, testApp, admin);
  await page.goto(`/admin/billing/${doctor.userId}`);
  const credit = async (amount: string, choose: string) => {
    await page
      .getByRole('button', { name: /^Actions for/ })
      .last()
      .click();
    await page.getByRole('menuitem', { name: 'Credit' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('radio', { name: /Back to the card/ })).toBeChecked();
    await dialog.getByLabel('Amount in euros').fill(amount);
    await dialog.getByLabel('Reason').fill('Agreed');
    await dialog.getByRole('radio', { name: new RegExp(choose) }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Issue credit note' }).click();
    await expect(dialog).toHaveCount(0);
  };
  await credit('100.00', 'Back to the card');
  await expect.poll(() => [...stripe.records.refunds.values()].map(({ amount }) => amount)).toEqual([10_000]);
  await credit('50.00', 'Back by bank transfer');
  await expect(page.getByText('€50.00 to transfer back', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Record as transferred' }).click();
  await expect(page.getByText('€50.00 to transfer back', { exact: false })).toHaveCount(0);
  await page.reload(); // its toasts lie over the menu
  await credit('20.00', 'Keep as credit');
  await own.reload();
  await expect(own.getByText('You have a credit of €20.00.', { exact: false })).toBeVisible();
  await page.goto('/admin/dashboard');
  await expect(page.getByText('Card payments')).toBeVisible();
  await stripe.close();
});
