import { routes } from '@medcloud/contract';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { signInAdmin, signupForm } from '@medcloud/server/test/harness/fixtures.ts';
import { bodyOf, startMailServer } from '@medcloud/server/test/services/mail-server.ts';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { deepTest, expect, type StandaloneApp, startTestApp, test } from '../test-app.ts';

/** The server's own address. The test client calls it directly; the browser uses the origin. */
const serverAddressOf = ({ app, config }: StandaloneApp) => ({ origin: app.origin, config });

async function createCenter(testApp: StandaloneApp, login: { centerId: string; password: string }, email: string) {
  const admin = await signInAdmin(serverAddressOf(testApp));
  const fields = { name: 'Aegean Imaging', address: 'Ακτή Μιαούλη 1, Πειραιάς', phone: '2105550100' };
  await admin.call(routes.admin.createMedicalCenter, { body: { ...login, ...fields, email } });
}

async function setPassword(page: Page, password: string, confirmation: string) {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password', { exact: true }).fill(confirmation);
  await page.keyboard.press('Enter');
}

test('resets a forgotten password by mail and keyboard, and rejects the used link', async ({ testApp, page }) => {
  const center = { centerId: 'MCFORGOT', password: 'a first secret to change' };
  await createCenter(testApp, center, 'forgot@example.gr');
  await page.goto(`${testApp.origin}/auth/medical-center/login`);
  await page.getByRole('link', { name: 'Forgot your password?' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('E-mail').fill('no address');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('E-mail').fill('Forgot@Example.gr');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('link', { name: 'Back to sign in' })).toHaveAttribute(
    'href',
    '/auth/medical-center/login',
  );

  const { text } = await testApp.outbox.nextMail('forgot@example.gr', 0);
  const link = /https?:\/\/\S+#\S+/.exec(text)?.[0] ?? '';
  expect(new URL(link).pathname).toBe('/auth/reset-password');
  await page.goto(link);
  await setPassword(page, 'known to me alone', 'known to nobody');
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await expectAccessible(page);
  await setPassword(page, 'known to me alone', 'known to me alone');
  await expect(page.getByRole('heading', { name: 'Your password has been changed' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to sign in' }).click();
  await page.getByLabel('Center ID').fill(center.centerId);
  await page.getByLabel('Password', { exact: true }).fill('known to me alone');
  await page.keyboard.press('Enter');
  await page.waitForURL(/medical-center\/dashboard/);
  await expect(page.getByText('Change your initial password')).toBeHidden();

  await page.goto(link);
  await page.reload(); // only the fragment differs from the last visit, so the page did not load again
  await setPassword(page, 'known to me alone', 'known to me alone');
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await page.goto(`${testApp.origin}/auth/reset-password`);
  await expect(page.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible();
});

deepTest(
  'lets a browser in by mail while strangers guess, with the password that the owner knows',
  async ({ testApp, page }) => {
    const center = { centerId: 'MCGUESSED', password: 'a first secret to change' };
    await createCenter(testApp, center, 'guessed@example.gr');
    const signIn = async (password: string) => {
      await page.getByLabel('Κωδικός κέντρου').fill(center.centerId);
      await page.getByLabel('Κωδικός πρόσβασης', { exact: true }).fill(password);
      await page.keyboard.press('Enter');
    };
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${testApp.origin}/auth/medical-center/login`);
    await page.evaluate(() => localStorage.setItem('medcloud-language', 'el'));
    await page.reload();
    await signIn('a wrong one');
    await expect(page.getByText('Λανθασμένα στοιχεία').first()).toBeVisible();
    // as after a hundred guesses from many networks
    await testApp.superuser.query(`UPDATE throttles SET points = 100 WHERE key = (
       SELECT key FROM throttles WHERE key LIKE 'strangers:%' AND points > 0 ORDER BY expire DESC LIMIT 1)`);
    await signIn(center.password);
    await expect(page.getByText('Δοκιμάστηκαν πάρα πολλοί κωδικοί').first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Ξεχάσατε τον κωδικό σας;' }).click();
    await page.getByLabel('E-mail').fill('guessed@example.gr');
    await page.keyboard.press('Enter');
    const { text } = await testApp.outbox.nextMail('guessed@example.gr', 0);
    await page.goto(/https?:\/\/\S+#\S+/.exec(text)?.[0] ?? '');
    await expect(page.getByRole('heading', { name: 'Γνωρίζετε τον κωδικό σας;' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Κρατώ τον κωδικό μου' }).click();
    await expect(page.getByRole('heading', { name: 'Μπορείτε να συνδεθείτε από εδώ' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Μετάβαση στη σύνδεση' }).click();
    await signIn(center.password);
    await page.waitForURL(/medical-center\/dashboard/);
  },
);

/** Makes an API token as a center whose password was entered more than ten minutes ago. */
async function makeTokenWithStepUp(page: Page, testApp: StandaloneApp, password: string) {
  await testApp.superuser.query(`UPDATE sessions SET authenticated_at = authenticated_at - interval '11 minutes'`);
  await page.goto(`${testApp.origin}/account`);
  const sessionId = await page.evaluate(() => localStorage.getItem('sessionId'));
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Archive');
  await page.keyboard.press('Enter');
  const confirmation = page.getByRole('dialog', { name: 'Enter your password again' });
  await confirmation.getByLabel('Your password').fill('not the password');
  await page.keyboard.press('Enter');
  await expect(confirmation.getByText('The current password is incorrect. Try again.')).toBeVisible();
  await expectAccessible(page);
  await confirmation.getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^mct1_/)).toBeVisible();
  await expect(confirmation).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('sessionId'))).not.toBe(sessionId);
}

deepTest('saves the language of mails that is chosen on the account page', async ({ testApp, page }) => {
  const center = { centerId: 'MCWRITES', password: 'a first secret to change' };
  await createCenter(testApp, center, 'writes@example.gr');
  await page.goto(`${testApp.origin}/auth/medical-center/login`);
  await page.getByLabel('Center ID').fill(center.centerId);
  await page.getByLabel('Password', { exact: true }).fill(center.password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Later' }).click(); // the billing details
  await expect(page.getByText('Change your initial password')).toBeVisible();
  await page.getByRole('link', { name: 'Change password' }).click();
  const mails = page.getByRole('radiogroup', { name: 'In emails to you' });
  await mails.getByRole('radio', { name: 'English' }).focus();
  await page.keyboard.down('ArrowRight'); // as with a real key press, the focus moves while the key is down
  await expect(mails.getByRole('radio', { name: 'Ελληνικά' })).toBeFocused();
  await page.keyboard.up('ArrowRight');
  await expect(page.getByText('Emails to you are now in Greek.').first()).toBeVisible();
  await page.reload();
  await expect(mails.getByRole('radio', { name: 'Ελληνικά' })).toBeChecked();
  await expectAccessible(page);
  const elsewhere = await new Client(testApp.app.origin, testApp.config).signIn(routes.auth.centerLogin.path, center);
  await page.getByRole('link', { name: 'Second factor and sessions' }).click();
  await page.getByRole('button', { name: 'End session: Unknown device, Portal server' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
  await expect(page.getByText('No other active sessions.')).toBeVisible();
  expect((await elsewhere.raw('GET', routes.auth.session.path)).status).toBe(401);
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await page.getByLabel('Current password').fill(center.password);
  await setPassword(page, 'one of its own', 'one of its own');
  await expect(page.getByText('Password changed').first()).toBeVisible();
  const mail = await testApp.outbox.nextMail('writes@example.gr', 0);
  expect(mail.subject).toBe('Ο κωδικός πρόσβασής σας στο MedCloud άλλαξε');
});

deepTest(
  'allows only a password change with an assigned password on https, and confirms a doctor’s email',
  async ({ page }) => {
    const mailServer = await startMailServer({ tls: 'none' });
    const { testApp, close } = await startTestApp({
      PUBLIC_URL: 'https://portal.example.gr',
      TRUSTED_PROXIES: '127.0.0.0/8',
      MAIL_URL: `smtp://127.0.0.1:${mailServer.port}?from=portal@medcloud.example`,
    });
    try {
      const center = { centerId: 'MCFIRST1', password: 'a first secret to change' };
      await createCenter(testApp, center, 'first@example.gr');
      await page.goto(`${testApp.origin}/medical-center/patients`);
      await page.getByLabel('Center ID').fill(center.centerId);
      await page.getByLabel('Password', { exact: true }).fill(center.password);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible();
      await expectAccessible(page);
      await page.goto(`${testApp.origin}/medical-center/history`);
      await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible();
      await page.getByLabel('Current password').fill(center.password);
      await setPassword(page, 'fourteen chars', 'fourteen chars');
      await expect(page.getByText('Password must be at least 15 characters')).toBeVisible();
      await setPassword(page, 'fifteen chars !', 'fifteen chars !');
      await expect(page.getByRole('heading', { level: 1, name: 'Exam History' })).toBeVisible();

      const form = { ...signupForm('Browser'), password: 'fifteen chars !', confirmPassword: 'fifteen chars !' };
      await fetch(`${testApp.app.origin}${routes.auth.doctorSignup.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(form),
      });
      const token = () => /confirm-email#(\S+)/.exec(mailServer.received.map(bodyOf).join())?.[1];
      await expect.poll(token).toBeTruthy();
      await page.goto(`${testApp.origin}/auth/confirm-email#${token()}`);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Confirm email' }).click();
      await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
      await page.reload();
      await page.getByRole('button', { name: 'Confirm email' }).click();
      await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
      await makeTokenWithStepUp(page, testApp, 'fifteen chars !');
    } finally {
      await close();
      await mailServer.close();
    }
  },
);
