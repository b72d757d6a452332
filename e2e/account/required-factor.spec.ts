import { Authenticator } from '@medcloud/server/test/factors/authenticator.ts';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { createDoctor, signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { createTranslators } from '../harness/translators.ts';
import { connectAuthenticator } from '../harness/virtual-authenticator.ts';
import { administrator, expect, test } from '../test-app.ts';

/** A second factor that the portal requires: a set-up before anything else for administrators, an offer first for doctors. */

const dayMs = 24 * 3_600_000;
const required = { REQUIRE_SECOND_FACTOR: 'admin,doctor' };

const keepCodes = async (page: Page, { factors }: ReturnType<typeof createTranslators>) => {
  await expect(page.getByText(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/)).toHaveCount(10);
  await page.getByRole('checkbox', { name: factors('codes.storedApart') }).check();
  await page.getByRole('button', { name: factors('codes.done') }).click();
};

test('leads an administrator on a phone in Greek from the password to a passkey, and then to the requested page', async ({
  startOwnApp,
  browser,
}) => {
  const { testApp } = await startOwnApp(required);
  const t = createTranslators('el');
  const page = await openPage(browser, testApp, null, { language: 'el', width: 390, height: 844 });
  await connectAuthenticator(page);
  await page.goto(`${testApp.origin}/admin/users`);
  await page.getByLabel(t.common('field.email')).fill(administrator.email);
  await page.getByLabel(t.common('field.password'), { exact: true }).fill(administrator.password);
  await page.locator('form button[type=submit]').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ορίστε δεύτερο παράγοντα' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expectAccessible(page);
  await page.reload();

  await page.getByRole('button', { name: t.factors('passkeys.add') }).click();
  const dialog = page.getByRole('dialog', { name: t.factors('passkeys.add') });
  await dialog.getByLabel(t.factors('passkeys.name')).fill('Κινητό');
  await dialog.getByRole('button', { name: t.factors('passkeys.continue') }).click();
  await keepCodes(page, t);
  await expect(page.getByText(t.factors('required.doneLead'))).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: t.factors('required.continue') }).click();
  await expect(page).toHaveURL(/\/admin\/users$/);
  await expect(page.getByRole('main').getByText(administrator.email).first()).toBeVisible();
});

test('offers it to a doctor once a day until the day on which it is due, and then asks for it', async ({
  startOwnApp,
  browser,
}) => {
  const { testApp } = await startOwnApp(required);
  const t = createTranslators('en');
  const anonymous = new Client(testApp.origin, testApp.config);
  const doctor = await createDoctor({ ...testApp, anonymous }, await signInAdmin(testApp), 'Graced');
  const page = await openPage(browser, testApp, doctor.client);
  await page.goto('/doctor/dashboard');
  const offer = page.getByText(/^From .+ you need a passkey or an authenticator app to use the portal/);
  await expect(offer).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: t.common('action.dismiss') }).click();
  await expect(offer).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(offer).toHaveCount(0);

  testApp.clock.advance(14 * dayMs);
  await page.goto('/auth/doctor/login?next=/doctor/profile');
  await page.getByLabel(t.common('field.email')).fill(doctor.email);
  await page.getByLabel(t.common('field.password'), { exact: true }).fill(doctor.password);
  await page.locator('form button[type=submit]').click();
  await expect(page.getByRole('button', { name: t.factors('app.setUp') })).toBeVisible();
  await page.getByRole('button', { name: t.factors('app.setUp') }).click();
  const secret = ((await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '').replaceAll(' ', '');
  await page.getByRole('textbox', { name: '6-digit code' }).fill(new Authenticator(secret, testApp.clock).code());
  await keepCodes(page, t);
  await page.getByRole('button', { name: t.factors('required.continue') }).click();
  await expect(page).toHaveURL(/\/doctor\/profile$/);
  await expect(page.getByRole('heading', { level: 1, name: 'My Profile & Subscription' })).toBeVisible();
});
