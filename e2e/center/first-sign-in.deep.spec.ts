import { routes } from '@medcloud/contract';
import { signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, test } from '../test-app.ts';

/** A new center is asked for its billing details, by the administrator who creates it or at its first sign-in. */

const fields = { address: 'Ακτή Μιαούλη 1, Πειραιάς', phone: '2105550100' };

async function signIn(page: Page, centerId: string, password: string) {
  await page.goto('/auth/medical-center/login');
  await page.getByLabel('Center ID').fill(centerId);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

async function fillDetails(page: Page) {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('VAT number').fill('094014201');
  await dialog.getByLabel('Address', { exact: true }).fill('Ακτή Μιαούλη 1');
  await dialog.getByLabel('City').fill('Πειραιάς');
  await dialog.getByLabel('Postal code').fill('185 35');
  await dialog.getByLabel('Country').selectOption('GR');
  await dialog.getByRole('button', { name: 'Save billing details' }).click();
  await expect(dialog).toHaveCount(0);
}

test('asks a center at its first sign-in, can be put off, and asks no more once it has them', async ({
  testApp,
  browser,
}) => {
  const admin = await signInAdmin({ origin: testApp.app.origin, config: testApp.config });
  const login = { centerId: 'MCASKED1', password: 'a first secret to change' };
  const body = { ...fields, ...login, name: 'Aegean Imaging', email: 'asked@example.gr' };
  await admin.call(routes.admin.createMedicalCenter, { body });
  const page = await openPage(browser, testApp, null);
  const dialog = page.getByRole('dialog', { name: 'Who are your invoices issued to?' });
  await signIn(page, login.centerId, login.password);
  await expect(dialog).toContainText('Your plan: Basic.');
  await expect(dialog.getByLabel('Legal name')).toHaveValue('Aegean Imaging');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Later' }).click();
  await expect(dialog).toHaveCount(0);
  const ask = page.getByRole('button', { name: 'Add billing details' });
  await expect(ask).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Patient Management' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click();
  await expect(ask).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await ask.click();
  await expect(page.getByRole('dialog', { name: 'Billing details' })).toBeVisible();
  await page.keyboard.press('Escape');

  const again = await openPage(browser, testApp, null);
  await signIn(again, login.centerId, login.password);
  await expect(again.getByRole('dialog', { name: 'Who are your invoices issued to?' })).toBeVisible();
  await fillDetails(again);
  await expect(again.getByRole('button', { name: 'Add billing details' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Storage Used')).toBeVisible();
  await expect(ask).toHaveCount(0);
});

test('lets the administrator add them where a center is created, beside its password', async ({ testApp, browser }) => {
  const admin = await signInAdmin({ origin: testApp.app.origin, config: testApp.config });
  const page = await openPage(browser, testApp, admin);
  await page.goto('/admin/medical-center-signup');
  await page.getByLabel('Name', { exact: true }).fill('Ionian Imaging');
  await page.getByLabel('E-mail').fill('ionian@example.gr');
  await page.getByLabel('Phone').fill(fields.phone);
  await page.getByLabel('Address').fill(fields.address);
  await page.getByRole('button', { name: 'Generate Credentials' }).click();
  await page.getByLabel('Center ID', { exact: true }).fill('MCIONIAN');
  await page.getByRole('button', { name: 'Create Medical Center' }).click();
  await expect(page.getByText('the center is asked for them at its first sign-in')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add billing details' }).click();
  await expect(page.getByRole('dialog').getByLabel('Legal name')).toHaveValue('Ionian Imaging');
  await fillDetails(page);
  await expect(page.getByText('They are saved. Next, start billing')).toBeVisible();
  const password = (await page.locator('dd').nth(2).textContent()) ?? '';
  await page.getByRole('link', { name: 'Open its account' }).click();
  await expect(page.getByRole('button', { name: 'Start billing' })).toBeEnabled();

  const own = await openPage(browser, testApp, null);
  await signIn(own, 'MCIONIAN', password.trim());
  await expect(own.getByText('Storage Used')).toBeVisible();
  await expect(own.getByRole('dialog')).toHaveCount(0);
});

test('asks in full view on a phone: the greeting covers no part of the question', async ({ testApp, browser }) => {
  const admin = await signInAdmin({ origin: testApp.app.origin, config: testApp.config });
  const login = { centerId: 'MCPHONE1', password: 'a first secret to change' };
  const body = { ...fields, ...login, name: 'Cretan Imaging', email: 'phone@example.gr' };
  await admin.call(routes.admin.createMedicalCenter, { body });
  const page = await openPage(browser, testApp, null, { language: 'el', width: 390, height: 664 });
  await page.goto('/auth/medical-center/login');
  await page.locator('input').first().fill(login.centerId);
  await page.locator('input[type=password]').fill(login.password);
  await page.keyboard.press('Enter');
  const title = page.getByRole('dialog').getByRole('heading', { level: 2 });
  await expect(title).toBeVisible();
  const greeting = page.getByRole('listitem').filter({ hasText: 'Συνδεθήκατε' });
  await expect(greeting).toBeVisible();
  const measureGap = async () => {
    const [above, below] = [await greeting.boundingBox(), await title.boundingBox()];
    return (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0);
  };
  await expect.poll(measureGap).toBeGreaterThanOrEqual(0);
});
