import { readFile } from 'node:fs/promises';
import { Authenticator, setUpAuthenticator } from '@medcloud/server/test/factors/authenticator.ts';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { createCenter, createDoctor, type DoctorFixture, signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { createKeyboard } from '../harness/keyboard.ts';
import { openPage } from '../harness/open-page.ts';
import { createTranslators } from '../harness/translators.ts';
import { deepTest, expect, type StandaloneApp, startTestApp, test } from '../test-app.ts';

/** An authenticator app as second factor: set-up, sign-in by its code or a recovery code, step-up, removal. */

const minuteMs = 60_000;

/** A code of the app works once, so the next one needs a later step. */
const waitForNextCode = ({ clock }: StandaloneApp) => clock.advance(minuteMs);

const createTestDoctor = async (testApp: StandaloneApp, name: string): Promise<DoctorFixture> =>
  createDoctor({ ...testApp, anonymous: new Client(testApp.origin, testApp.config) }, await signInAdmin(testApp), name);

const codeField = (container: Page | Locator) => container.getByRole('textbox', { name: '6-digit code' });

/** Returns a code that is not right now. */
function wrongCode(authenticator: Authenticator): string {
  const right = new Set([-1, 0, 1].map((steps) => authenticator.code(steps)));
  return ['000000', '111111', '222222', '333333'].find((code) => !right.has(code)) ?? '';
}

const readSessionId = (page: Page) => page.evaluate(() => localStorage.getItem('sessionId'));

test('sets up an app by keyboard on a phone in Greek, with recovery codes that are shown once', async ({
  testApp,
  browser,
}) => {
  const t = createTranslators('el').factors;
  const doctor = await createTestDoctor(testApp, 'Factor1');
  const page = await openPage(browser, testApp, doctor.client, { language: 'el', width: 390, height: 844 });
  const keyboard = await createKeyboard(page);
  await page.goto('/account');
  await keyboard.tabTo(page.getByRole('link', { name: t('security.open') }));
  await keyboard.press('Enter');
  await expect(page.getByText('Μόνο ένας κωδικός προστατεύει τον λογαριασμό.')).toBeVisible();
  await keyboard.tabTo(page.getByRole('button', { name: t('app.setUp') }));
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: t('setUp.scan') })).toBeFocused();
  await expect(page.getByRole('img', { name: t('setUp.qr') })).toBeVisible();
  await expectAccessible(page);
  const secret = ((await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '').replaceAll(' ', '');
  await expect(page.locator('a[href^="otpauth:"]')).toHaveAttribute('href', new RegExp(`secret=${secret}`));
  const authenticator = new Authenticator(secret, testApp.clock);

  const field = page.getByRole('textbox', { name: 'Κωδικός 6 ψηφίων' });
  await keyboard.tabTo(field);
  await keyboard.type(wrongCode(authenticator));
  await expect(page.getByRole('alert').getByText('Ο κωδικός δεν ήταν σωστός. Δοκιμάστε ξανά.')).toBeVisible();
  await expect(field).toHaveValue('');
  await keyboard.expectFocus(field);
  await keyboard.type(authenticator.code());

  const codes = page.getByText(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
  await expect(codes).toHaveCount(10);
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await keyboard.tabTo(page.getByRole('button', { name: t('codes.save') }));
  await keyboard.press('Enter');
  const saved = await readFile(await (await downloading).path(), 'utf8');
  for (const code of await codes.allTextContents()) expect(saved).toContain(code);
  expect(saved).toContain(doctor.email);

  await keyboard.tabTo(page.getByRole('button', { name: t('codes.done') }));
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: t('codes.leaveTitle') })).toBeVisible();
  await expectAccessible(page);
  await keyboard.press('Escape');
  await keyboard.expectFocus(page.getByRole('button', { name: t('codes.done') }));
  await keyboard.tabTo(page.getByRole('checkbox', { name: t('codes.storedApart') }), 'Shift+Tab');
  await keyboard.press('Space');
  await keyboard.tabTo(page.getByRole('button', { name: t('codes.done') }));
  await keyboard.press('Enter');
  await expect(page.getByText(/^Έμειναν 10 κωδικοί/)).toBeVisible();
  await expect(codes).toHaveCount(0);
  expect(await keyboard.listMouseEvents()).toEqual([]);
  await page.context().close();
});

test('asks for the app’s code after the password, and again when the session has expired', async ({
  testApp,
  browser,
}) => {
  const person = { firstName: 'Μαρία', lastName: 'Παπαδοπούλου', phone: '+306900007110' };
  const center = await createCenter(testApp, await signInAdmin(testApp), { name: 'Factor', number: 13, ...person });
  const { authenticator } = await setUpAuthenticator(testApp, center.client);
  waitForNextCode(testApp);
  const page = await openPage(browser, testApp, null);
  await page.goto('/medical-center/history?examType=ct');
  const enterPassword = async (container: Page | Locator) => {
    await container.getByLabel('Password', { exact: true }).fill(center.password);
    await page.keyboard.press('Enter');
  };
  await page.getByLabel('Center ID').fill(center.centerId);
  await enterPassword(page);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  expect(await codeField(page).getAttribute('autocomplete')).toBe('one-time-code');
  expect(await readSessionId(page)).toBeNull();
  await expectAccessible(page);
  await page.keyboard.type(wrongCode(authenticator));
  await expect(page.getByRole('alert').getByText('That code was not right. Try again.')).toBeVisible();
  await expect(codeField(page)).toHaveValue('');
  await expect(codeField(page)).toBeFocused();

  testApp.clock.advance(11 * minuteMs); // the challenge ends after ten minutes
  await page.keyboard.type(authenticator.code());
  await expect(
    page.getByText('This sign-in took too long or had too many wrong codes. Begin again.').first(),
  ).toBeVisible();
  await expect(page.getByLabel('Center ID')).toHaveValue(center.centerId);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await enterPassword(page);
  await codeField(page).fill(authenticator.code());
  await page.waitForURL('**/medical-center/history?examType=ct');
  await expect(page.getByRole('heading', { level: 1, name: 'Exam History' })).toBeVisible();

  const sessionId = await readSessionId(page);
  testApp.clock.advance(31 * minuteMs); // a center's session ends after 30 minutes without activity
  await page.getByRole('searchbox').fill('a');
  const expired = page.getByRole('dialog', { name: 'Your session has ended' });
  await enterPassword(expired);
  const second = page.getByRole('dialog', { name: 'One more step' });
  await expect(codeField(second)).toBeFocused();
  await expectAccessible(page);
  await expect(codeField(second)).toBeFocused(); // the closed dialog has returned its focus by now
  await page.keyboard.type(authenticator.code());
  await expect(second).toBeHidden();
  await expect(page.getByRole('searchbox')).toHaveValue('a');
  expect(await readSessionId(page)).not.toBe(sessionId);
  await page.context().close();
});

test('signs in with a recovery code, and removes the lost app', async ({ testApp, browser }) => {
  const doctor = await createTestDoctor(testApp, 'Factor2');
  const { recoveryCodes } = await setUpAuthenticator(testApp, doctor.client);
  const page = await openPage(browser, testApp, null);
  await page.goto('/auth/doctor/login');
  await page.getByLabel('E-mail').fill(doctor.email);
  await page.getByLabel('Password', { exact: true }).fill(doctor.password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'I cannot use these' }).click();
  const field = page.getByLabel('Recovery code');
  await expect(field).toBeFocused();
  await expect(page.getByText(/^No recovery code either\?/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('This field is required')).toBeVisible();
  await page.keyboard.type('AAAA-BBBB-CCCC-DDDD');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').getByText('That code was not right. Try again.')).toBeVisible();
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  await page.keyboard.type((recoveryCodes[0] ?? '').toLowerCase());
  await page.keyboard.press('Enter');
  await page.waitForURL('**/doctor/dashboard');
  await expect(page.getByText(/^You used a recovery code\./).first()).toBeVisible();

  await page.goto('/account/security');
  await expect(page.getByText(/^9 codes left/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove the authenticator app?' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remove app' }).click();
  await expect(page.getByText('A password alone protects this account.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toHaveCount(0);
  await page.context().close();
});

deepTest(
  'asks for the app’s code before new recovery codes, and keeps the session after a wrong one',
  async ({ page }) => {
    const { testApp, close } = await startTestApp({
      PUBLIC_URL: 'https://portal.example.gr', // a step-up is asked for on https
      TRUSTED_PROXIES: '127.0.0.0/8',
    });
    try {
      const { client } = await createTestDoctor({ ...testApp, origin: testApp.app.origin }, 'FactorHttps');
      const { authenticator } = await setUpAuthenticator(testApp, client);
      waitForNextCode(testApp);
      await testApp.superuser.query(`UPDATE sessions SET authenticated_at = authenticated_at - interval '11 minutes'`);
      await page.goto(`${testApp.origin}/auth/doctor/login`);
      await page.evaluate((id) => localStorage.setItem('sessionId', id ?? ''), client.sessionId);
      await page.goto(`${testApp.origin}/account/security`);
      await page.getByRole('button', { name: 'Create new codes' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Create new codes' }).click();
      const confirmation = page.getByRole('dialog', { name: 'Enter a code from your app' });
      await expect(codeField(confirmation)).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.type(wrongCode(authenticator));
      await expect(confirmation.getByRole('alert').getByText('That code was not right. Try again.')).toBeVisible();
      await expect(codeField(confirmation)).toBeFocused();
      expect(await readSessionId(page)).toBe(client.sessionId);
      await page.keyboard.type(authenticator.code());
      await expect(page.getByRole('heading', { name: 'Your new recovery codes' })).toBeVisible();
      await expect(confirmation).toBeHidden();
      expect(await readSessionId(page)).not.toBe(client.sessionId);
      await leaveCodes(page);
    } finally {
      await close();
    }
  },
);

/** Leaves new recovery codes, which asks whether they are kept. */
async function leaveCodes(page: Page) {
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close anyway' }).click();
  await expect(page.getByText(/^10 codes left/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
}
