import { Client } from '@medcloud/server/test/harness/client.ts';
import { createDoctor, signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { createKeyboard } from '../harness/keyboard.ts';
import { openPage } from '../harness/open-page.ts';
import { createTranslators } from '../harness/translators.ts';
import { connectAuthenticator } from '../harness/virtual-authenticator.ts';
import { expect, test } from '../test-app.ts';

test('adds a passkey by keyboard on a phone in Greek, signs in by it without a name, and removes it', async ({
  testApp,
  browser,
}) => {
  const { factors, common } = createTranslators('el');
  const anonymous = new Client(testApp.origin, testApp.config);
  const doctor = await createDoctor({ ...testApp, anonymous }, await signInAdmin(testApp), 'Passkey1');
  const page = await openPage(browser, testApp, doctor.client, { language: 'el', width: 390, height: 844 });
  const device = await connectAuthenticator(page);
  const keyboard = await createKeyboard(page);
  const pressButton = async (name: string) => {
    await keyboard.tabTo(page.getByRole('button', { name, exact: true }));
    await keyboard.press('Enter');
  };
  await page.goto('/account/security');
  await expect(page.getByText('Μόνο ένας κωδικός προστατεύει τον λογαριασμό.')).toBeVisible();
  await pressButton(factors('passkeys.add'));
  const dialog = page.getByRole('dialog', { name: factors('passkeys.add') });
  const name = dialog.getByLabel(factors('passkeys.name'));
  await expect(name).toBeFocused();
  await expectAccessible(page);
  await device.recognize(false);
  await keyboard.type('Κινητό');
  await keyboard.press('Enter');
  await expect(dialog.getByText(factors('passkeys.notCreated'))).toBeVisible();
  await device.recognize(true);
  await pressButton(factors('passkeys.continue'));
  await expect(page.getByText(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/)).toHaveCount(10);
  await keyboard.tabTo(page.getByRole('checkbox', { name: factors('codes.storedApart') }));
  await keyboard.press('Space');
  await pressButton(factors('codes.done'));
  await expect(page.getByText(/^Έμειναν 10 κωδικοί/)).toBeVisible();
  await expectAccessible(page);
  const [held] = await device.list();
  expect(held).toMatchObject({ isResidentCredential: true, rpId: 'localhost' });

  await device.clear();
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.removeItem('sessionId'));
  await page.goto('/auth/doctor/login');
  await expect(page.getByLabel(common('field.email'))).toHaveAttribute('autocomplete', 'username webauthn');
  await pressButton('Σύνδεση με κλειδί πρόσβασης');
  await expect(
    page.getByRole('alert').getByText('Δεν χρησιμοποιήθηκε κλειδί πρόσβασης. Δοκιμάστε ξανά ή με τον κωδικό σας.'),
  ).toBeVisible();
  await expectAccessible(page);

  if (held) await device.add(held);
  await pressButton('Σύνδεση με κλειδί πρόσβασης');
  await page.waitForURL('**/doctor/dashboard');
  await page.goto('/account/security');
  await pressButton(factors('passkeys.removeOne', { name: 'Κινητό' }));
  const question = page.getByRole('dialog', { name: factors('passkeys.removeTitle', { name: 'Κινητό' }) });
  await expect(question.getByText(factors('passkeys.removeLastText'))).toBeVisible();
  await expectAccessible(page);
  await pressButton(factors('passkeys.removeConfirm'));
  await expect(page.getByText(factors('security.none'))).toBeVisible();
  await expect.poll(() => device.list(), 'the browser forgets it').toEqual([]);
  expect(await keyboard.listMouseEvents()).toEqual([]);
  await page.context().close();
});
