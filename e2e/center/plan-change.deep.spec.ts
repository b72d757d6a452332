import { routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/format-day';
import type { Client } from '@medcloud/server/test/harness/client.ts';
import { createCenter, signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { startCardApp } from '../harness/start-card-app.ts';
import { expect, type StandaloneApp, test } from '../test-app.ts';

/** A center chooses its plan on its billing page: by transfer, by its saved card, and back. */

/** Creates a center that is charged for Basic, with its first invoice paid. */
async function createChargedCenter(testApp: StandaloneApp, admin: Client) {
  const person = { firstName: 'Μαρία', lastName: 'Παπαδοπούλου', phone: '+306900001510' };
  const center = await createCenter(testApp, admin, { name: 'Ιατρική Αιγαίου', number: 15, ...person });
  const { rows } = await testApp.superuser.query('SELECT user_id AS "userId" FROM medical_centers');
  const params = { userId: String(rows[0].userId) };
  const address = { address: 'Ακτή Μιαούλη 1', city: 'Πειραιάς', postalCode: '185 35', country: 'GR' };
  const party = { kind: 'business', legalName: 'Ιατρική Αιγαίου ΑΕ', vatNumber: '094014201', ...address } as const;
  await admin.call(routes.billingAdmin.accountParty, { params, body: { ...party, language: 'el' } });
  const firstDay = formatDay('Europe/Athens', testApp.clock.now());
  await admin.call(routes.billingAdmin.startBilling, { params, body: { firstDay } });
  const pay = async () => {
    const { dues } = await admin.call(routes.billingAdmin.accountDetails, { params });
    const due = dues.find(({ state }) => state === 'open');
    const body = { rf: due?.rf ?? '', cents: due?.openCents ?? 0, receivedOn: firstDay };
    await admin.call(routes.billingAdmin.recordPayment, { body });
  };
  return { center, params, pay };
}

/** Checks the page at the widths of a phone, a tablet and a desktop, where nothing is cut off. */
async function expectFits(page: Page) {
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}

test('raises the plan by transfer, takes it back, and lowers it after the period', async ({ browser, startOwnApp }) => {
  const { testApp } = await startOwnApp();
  const admin = await signInAdmin(testApp);
  const { center, params, pay } = await createChargedCenter(testApp, admin);
  await pay();
  const page = await openPage(browser, testApp, center.client, { width: 1440 });
  await page.goto('/medical-center/billing');
  await expect(page.getByText('Today €1,260.00 for the days until', { exact: false })).toBeVisible();
  await expectFits(page);

  const raise = page.getByRole('button', { name: 'Change to Premium' });
  await raise.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change to Premium for €1,260.00?' });
  await expect(dialog).toContainText('You have 2 TB of storage at once.');
  await expectFits(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(raise).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Change for €1,260.00' }).click();
  await expect(page.getByRole('heading', { name: /^Pay €1,260\.00 by .* for Premium$/ })).toBeVisible();
  await expect(page.getByText('you have its storage already.', { exact: false })).toBeVisible();
  await expect(page.getByText('Nothing to pay.')).toHaveCount(0);
  await expectFits(page);
  await page.getByRole('button', { name: 'Keep Basic' }).click();
  await expect(page.getByText('You keep Basic', { exact: true })).toBeVisible();
  await expect(page.getByText('Nothing to pay.')).toBeVisible();

  // asked for again, its storage comes with the payment
  await raise.click();
  await dialog.getByRole('button', { name: 'Change for €1,260.00' }).click();
  const office = await openPage(browser, testApp, admin);
  await office.goto(`/admin/billing/${params.userId}`);
  await expect(office.getByText('reminder to pay a higher plan', { exact: false })).toBeVisible();
  await expect(office.getByText('Change of plan').first()).toBeVisible();
  await expectAccessible(office);
  await pay();
  await expect(page.getByText('€1,800.00 per quarter, VAT included').first()).toBeVisible();
  await page.getByRole('button', { name: 'Change to Basic' }).click();
  await page
    .getByRole('dialog', { name: /^Change to Basic from/ })
    .getByRole('button', { name: 'Change to Basic' })
    .click();
  await expect(page.getByText(/^From .* your plan is Basic$/).first()).toBeVisible();
  await expectFits(page);
  await expect(office.getByText('payment request for the next period', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Keep Premium' }).click();
  await expect(page.getByRole('button', { name: 'Change to Basic' })).toBeVisible();
  await testApp.superuser.query('UPDATE center_figures SET exam_bytes = 600 * 1073741824::bigint');
  await page.reload();
  await page.getByRole('button', { name: 'Change to Basic' }).hover();
  await expect(page.getByText('You store more than Basic has.').first()).toBeVisible();
});

test('charges the saved card for a higher plan at once, in Greek', async ({ browser, startOwnApp }) => {
  const { testApp, stripe, admin } = await startCardApp(startOwnApp);
  const { center } = await createChargedCenter(testApp, admin);
  const page = await openPage(browser, testApp, center.client, { width: 390, language: 'el' });
  await page.goto('/medical-center/billing');
  await page.getByRole('button', { name: 'Πληρωμή με κάρτα' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText('Λάβαμε την πληρωμή σας. Σας ευχαριστούμε.')).toBeVisible();
  await page.getByRole('button', { name: 'Αλλαγή σε Premium' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Η αποθηκευμένη κάρτα σας χρεώνεται τώρα.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Αλλαγή με/ }).click();
  await expect(page.getByRole('button', { name: 'Αλλαγή σε Basic' })).toBeVisible();
  await expect(page.getByText('Δεν υπάρχει οφειλή.')).toBeVisible();
  await expectFits(page);
  await stripe.close();
});

test('says whom to ask for another plan than an agreed one', async ({ browser, startOwnApp }) => {
  const { testApp } = await startOwnApp();
  const admin = await signInAdmin(testApp);
  const { center } = await createChargedCenter(testApp, admin);
  await admin.call(routes.admin.changeMedicalCenter, { params: { id: center.id }, body: { plan: 'enterprise' } });
  const page = await openPage(browser, testApp, center.client);
  await page.goto('/medical-center/billing');
  await page.getByRole('link', { name: 'Ask us to change it' }).click();
  await expect(page).toHaveURL(/\/support/);
});
