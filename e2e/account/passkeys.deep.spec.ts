import { routes } from '@medcloud/contract';
import { Authenticator } from '@medcloud/server/test/factors/authenticator.ts';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { createCenter, createDoctor, type DoctorFixture, signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { connectAuthenticator } from '../harness/virtual-authenticator.ts';
import { startHttpsApp } from '../security-headers/https-app.ts';
import { administrator, expect, type StandaloneApp, test } from '../test-app.ts';

/** Passkeys beyond `passkeys.spec.ts`: the browser's offer, the second step, step-up, and those that no longer sign in. */

const minuteMs = 60_000;

const createTestDoctor = async (testApp: StandaloneApp, name: string): Promise<DoctorFixture> =>
  createDoctor({ ...testApp, anonymous: new Client(testApp.origin, testApp.config) }, await signInAdmin(testApp), name);

const usePasskey = (container: Page | Locator) => container.getByRole('button', { name: 'Use your passkey' });
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });

/** Adds a passkey on the open screen of the account's security. `codes`: the first factor comes with recovery codes. */
async function addPasskey(page: Page, name: string, { hasCodes = true } = {}) {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  if (!hasCodes) return;
  await page.getByRole('checkbox', { name: 'I keep them apart from this computer' }).check();
  await page.getByRole('button', { name: 'Done' }).click();
}

/** Leaves the page without a session, so that it signs in anew. */
async function forgetSession(page: Page) {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.removeItem('sessionId'));
}

/** Opens a doctor's security screen with one passkey, on a device. */
async function openWithPasskey(page: Page, name: string, options = {}) {
  const device = await connectAuthenticator(page, options);
  await page.goto('/account/security');
  await addPasskey(page, name);
  await expect(page.getByText(/^10 codes left/)).toBeVisible();
  return device;
}

test('signs in by the passkey that the browser offers, and renames it', async ({ testApp, browser }) => {
  const doctor = await createTestDoctor(testApp, 'Passkey2');
  const page = await openPage(browser, testApp, doctor.client);
  await openWithPasskey(page, 'Phone', { hasOffers: true });
  await forgetSession(page);
  await page.goto('/auth/doctor/login?next=%2Faccount%2Fsecurity');
  await page.waitForURL('**/account/security');
  await page.getByRole('button', { name: 'Rename Phone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename the passkey' });
  await dialog.getByLabel('Name').fill('Blue phone');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Blue phone' })).toBeVisible();
  await expect(page.getByText('Blue phone')).toBeVisible();
  await addPasskey(page, 'Another', { hasCodes: false });
  await expect(page.getByText('This device already has a passkey of this account.')).toBeVisible();
  await page.context().close();
});

test('asks for the passkey after the password, alone or beside the app’s code', async ({ testApp, browser }) => {
  const person = { firstName: 'Μαρία', lastName: 'Παπαδοπούλου', phone: '+306900007150' };
  const center = await createCenter(testApp, await signInAdmin(testApp), { name: 'Passkey', number: 95, ...person });
  const page = await openPage(browser, testApp, center.client);
  const device = await openWithPasskey(page, 'Front desk');
  const enterPassword = async (container: Page | Locator) => {
    await container.getByLabel('Password', { exact: true }).fill(center.password);
    await page.keyboard.press('Enter');
  };
  const openSecondStep = async () => {
    await forgetSession(page);
    await page.goto('/auth/medical-center/login?next=%2Fmedical-center%2Fhistory%3FexamType%3Dct');
    await page.getByLabel('Center ID').fill(center.centerId);
    await enterPassword(page);
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  };
  await openSecondStep();
  await expect(usePasskey(page)).toBeFocused();
  await expectAccessible(page);
  await device.recognize(false);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').getByText('No passkey was used. Try again.')).toBeVisible();
  await page.getByRole('button', { name: 'I cannot use these' }).click();
  await expect(page.getByLabel('Recovery code')).toBeFocused();
  await usePasskey(page).click(); // back from the recovery code
  await device.recognize(true);
  await usePasskey(page).click();
  await page.waitForURL('**/medical-center/history?examType=ct');

  await expect(page.getByRole('heading', { level: 1, name: 'Exam History' })).toBeVisible();
  testApp.clock.advance(31 * minuteMs); // a center's session ends after 30 minutes without activity
  await page.getByRole('searchbox').fill('a');
  await enterPassword(page.getByRole('dialog', { name: 'Your session has ended' }));
  const second = page.getByRole('dialog', { name: 'One more step' });
  await expect(usePasskey(second)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(second).toBeHidden();

  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Set up an app' }).click();
  const secret = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '';
  const authenticator = new Authenticator(secret.replaceAll(' ', ''), testApp.clock);
  await page.getByRole('textbox', { name: '6-digit code' }).fill(authenticator.code());
  await expect(page.getByRole('button', { name: 'Remove app' })).toBeVisible();
  testApp.clock.advance(minuteMs); // the code that set the app up is used
  await openSecondStep();
  await expect(usePasskey(page)).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: '6-digit code' }).fill(authenticator.code());
  await page.waitForURL('**/medical-center/history?examType=ct');
  await page.context().close();
});

test('asks for the passkey before an act that needs it', async ({ browser }) => {
  const { testApp, origin, close } = await startHttpsApp();
  try {
    const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const device = await connectAuthenticator(page);
    await page.goto('/auth/admin/login');
    await page.getByLabel('E-mail').fill(administrator.email);
    await page.getByLabel('Password', { exact: true }).fill(administrator.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    await addPasskey(page, 'Key');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/admin/dashboard');
    await page.goto('/account/security');
    await expect(page.getByText(/^10 codes left/)).toBeVisible();

    await testApp.superuser.query(`UPDATE sessions SET authenticated_at = authenticated_at - interval '11 minutes'`);
    await page.getByRole('button', { name: 'Remove Key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Confirm with your passkey' });
    await expect(usePasskey(confirmation)).toBeFocused();
    await expectAccessible(page);
    await device.recognize(false);
    await page.keyboard.press('Enter');
    await expect(confirmation.getByRole('alert').getByText('No passkey was used. Try again.')).toBeVisible();
    await device.recognize(true);
    await usePasskey(confirmation).click();
    // an administrator must have a second factor
    const question = page.getByRole('dialog', { name: /^Remove the passkey/ });
    await expect(question.getByText(/^Add another passkey or an authenticator app/)).toBeVisible();
    await expectAccessible(page);
    await context.close();
  } finally {
    await close();
  }
});

test('refuses a removed passkey, and one at another sign-in', async ({ testApp, browser }) => {
  const doctor = await createTestDoctor(testApp, 'Passkey3');
  const page = await openPage(browser, testApp, doctor.client);
  await openWithPasskey(page, 'Tablet');
  await forgetSession(page);
  const refused = page
    .getByRole('alert')
    .getByText('This passkey did not sign you in here. Try again, or use your password.');
  await page.goto('/auth/medical-center/login');
  await signInButton(page).click();
  await expect(refused).toBeVisible();
  const { passkeys } = await doctor.client.call(routes.account.security, {});
  for (const { id } of passkeys) await doctor.client.call(routes.account.removePasskey, { params: { id } });
  await page.goto('/auth/doctor/login');
  await signInButton(page).click();
  await expect(refused).toBeVisible();
  await expectAccessible(page);
  await page.context().close();
});

test('shows which passkey was copied, and takes it no more', async ({ testApp, browser }) => {
  const doctor = await createTestDoctor(testApp, 'Passkey4');
  const page = await openPage(browser, testApp, doctor.client);
  const device = await openWithPasskey(page, 'Laptop');
  const [held] = await device.list();
  if (!held) throw new Error('The device has no passkey.');
  await forgetSession(page);
  await page.goto('/auth/doctor/login');
  await signInButton(page).click();
  await page.waitForURL('**/doctor/dashboard');
  await forgetSession(page);
  await device.clear();
  await device.add(held); // the copy counts from where the first device was
  await page.goto('/auth/doctor/login');
  await signInButton(page).click();
  await expect(page.getByText('This passkey did not sign you in here.')).toBeVisible();

  const again = await openPage(browser, testApp, doctor.client, { language: 'el' });
  await again.goto('/account/security');
  await expect(again.getByText('Αντιγράφηκε')).toBeVisible();
  await expectAccessible(again);
  await again.context().close();
  await page.context().close();
});

test('says where passkeys work on a page of another address', async ({ testApp, browser }) => {
  const page = await openPage(browser, testApp, null);
  const { port } = new URL(testApp.origin);
  await page.goto(`http://127.0.0.1:${port}/auth/doctor/login`);
  const link = page.getByRole('link', { name: testApp.origin });
  await expect(link).toHaveAttribute('href', `${testApp.origin}/auth/doctor/login`);
  await expect(signInButton(page)).toHaveCount(0);
  await expectAccessible(page);
  await page.context().close();
});
