import { formatDay } from '@medcloud/contract/format-day';
import { createFixtures } from '../harness/create-fixtures.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, test } from '../test-app.ts';

/** An administrator adds a price, and replaces it before it begins. */

// a price stays in its portal, so each test has its own

test('adds a price from a later day, and shows the history', async ({ startOwnApp, browser }) => {
  const { testApp } = await startOwnApp();
  const fixtures = await createFixtures(testApp, 26);
  const page = await openPage(browser, testApp, fixtures.admin);
  await page.goto('/admin/billing?tab=prices');
  const table = page.getByRole('table', { name: 'Prices' });
  await expect(table.getByRole('row')).toHaveCount(5);
  await expect(table).toContainText('€540.00 every 3 months');
  await expectAccessible(page);

  const firstDay = formatDay('Europe/Athens', new Date(testApp.clock.now().getTime() + 40 * 86_400_000));
  const add = async (amount: string) => {
    await page.getByRole('button', { name: 'New price of Basic' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('at least 30 days after');
    await dialog.getByLabel('Charged per period').fill(amount);
    // the portal's clock is ahead of the browser's
    await dialog.getByLabel('First day').fill(firstDay);
    return dialog;
  };
  const dialog = await add('0');
  await dialog.getByRole('button', { name: 'Add price' }).click();
  await expect(dialog).toContainText('Enter an amount in euros, such as 480.00');
  await expectAccessible(page);
  await dialog.getByLabel('Charged per period').fill('600');
  await dialog.getByRole('button', { name: 'Add price' }).click();
  await expect(page.getByText('Price added', { exact: true })).toBeVisible();
  await expect(table).toContainText('€600.00 every 3 months');
  await expect(table).toContainText('Planned');

  const next = await add('590,50');
  await next.getByRole('button', { name: 'Add price' }).click();
  await expect(table).toContainText('€590.50 every 3 months');
  await expect(table).toContainText('Replaced');
  await page.getByRole('combobox', { name: 'Plan' }).selectOption('yearly');
  await expect(table.getByRole('row')).toHaveCount(2);
  await page.setViewportSize({ width: 360, height: 800 });
  await expect(page.getByText('€480.00 a year')).toBeVisible();
  await expectAccessible(page);
});

test('shows visitors the prices of today in the page itself, and at sign-up', async ({ startOwnApp, browser }) => {
  const { testApp } = await startOwnApp();
  const tomorrow = formatDay('Europe/Athens', new Date(testApp.clock.now().getTime() + 86_400_000));
  await testApp.superuser.query(
    `INSERT INTO prices (id, plan, version, from_day, period_months, month_cents, gross_cents)
     VALUES ('doctor.yearly.2', 'doctor.yearly', 2, $1, 12, 4150, 49800)`,
    [tomorrow],
  );
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(testApp.origin);
  const card = page.locator('#doctor-pricing + ul > li').first();
  await expect(card).toContainText('€39.99');
  testApp.clock.advance(25 * 3_600_000);
  await page.reload();
  await expect(card).toContainText('€41.50');
  await expect(card).toContainText('€498 billed annually. Saves about €102 per year');
  await expect(page.locator('#content')).not.toContainText('€480');
  await context.close();
  const signup = await browser.newPage({ baseURL: testApp.origin });
  await signup.goto('/auth/doctor/signup');
  await expect(signup.getByText('€498 billed annually, VAT included. Saves about €102')).toBeVisible();
  await expect(signup.getByText('€41.50')).toBeVisible();
  await signup.close();
});
