import { Client } from '@medcloud/server/test/harness/client.ts';
import { createDoctor, signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import { chooseOption } from '../harness/choose-option.ts';
import { openPage } from '../harness/open-page.ts';
import { createTranslators } from '../harness/translators.ts';
import { expect, test } from '../test-app.ts';

/** Messages on pages without a session: support, sign-in and sign-up (specification, sections 2, 5 and 8). */

test('shows support hours and sender roles to visitors and doctors', async ({ browser, startOwnApp }) => {
  const operator = { OPERATOR_EMAIL: 'help@example.gr', OPERATOR_PHONE: '+302105550199' };
  const { testApp } = await startOwnApp(operator);
  const page = await openPage(browser, testApp, null);
  await page.goto('/support');
  await expect(page.getByText('10:00 AM to 2:00 PM')).toBeVisible();
  await expect(page.getByText('We answer within 24 hours.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Start Live Chat' }).click();
  const role = page.getByRole('combobox', { name: 'Your role' });
  await expect(role).toBeVisible();
  await expect(role.locator('option:enabled')).toHaveText(['Medical Center Staff', 'Doctor', 'Administrator', 'Other']);
  const app = { ...testApp, anonymous: new Client(testApp.origin, testApp.config) };
  const doctor = await createDoctor(app, await signInAdmin(testApp), 'helped');
  const doctorPage = await openPage(browser, testApp, doctor.client);
  await doctorPage.goto('/doctor/support');
  await expect(doctorPage.getByText('Monday to Friday, 9:00 AM to 8:00 PM')).toBeVisible();
});

test('shows a page not found at an unknown address, in the chosen language', async ({ testApp, browser }) => {
  const page = await openPage(browser, testApp, null);
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await page.getByRole('button', { name: 'Ελληνικά' }).click();
  await expect(page.getByText(createTranslators('el').common('error.notFoundText'))).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL(`${testApp.origin}/`);
});

for (const [path, name] of [
  ['/auth/medical-center/login', 'Center ID'],
  ['/auth/doctor/login', 'E-mail'],
  ['/auth/admin/login', 'E-mail'],
] as const)
  test(`rejects wrong credentials at ${path}`, async ({ testApp, browser }) => {
    const page = await openPage(browser, testApp, null);
    await page.goto(path);
    await page.getByLabel(name, { exact: true }).fill('nobody@example.gr');
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Login Failed').first()).toBeVisible();
    await expect(page.getByText('Invalid credentials. Please try again.').first()).toBeVisible();
  });

test('welcomes a doctor after the sign-in', async ({ testApp, browser }) => {
  const app = { ...testApp, anonymous: new Client(testApp.origin, testApp.config) };
  const doctor = await createDoctor(app, await signInAdmin(testApp), 'welcomed');
  const page = await openPage(browser, testApp, null);
  await page.goto('/auth/doctor/login');
  await page.getByLabel('E-mail').fill(doctor.email);
  await page.getByLabel('Password', { exact: true }).fill(doctor.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Login Successful').first()).toBeVisible();
  await expect(page.getByText('Welcome to your doctor portal.').first()).toBeVisible();
  await expect(page).toHaveURL(/\/doctor\/dashboard$/);
});

test('shows missing sign-up fields and a failed registration', async ({ testApp, browser }) => {
  const page = await openPage(browser, testApp, null);
  await page.goto('/auth/doctor/signup');
  await page.getByLabel('First name').fill('Ελένη');
  await page.getByLabel('Last name').fill('Σταυρίδου');
  await page.getByLabel('License number').fill('ISA 031447');
  await chooseOption(page.getByRole('combobox', { name: 'Specialization' }), 'Cardiology');
  await page.getByLabel('E-mail').fill('eleni@example.gr');
  await page.getByLabel('Password', { exact: true }).fill('doctor secret');
  await page.getByLabel('Confirm password').fill('another secret');
  await page.getByRole('checkbox').check();
  const send = page.getByRole('button', { name: 'Create account' });
  await send.click();
  await expect(page.getByText("Passwords don't match").first()).toBeVisible();
  await page.getByLabel('Confirm password').fill('doctor secret');
  await send.click();
  await expect(page.getByText('Payment Information Required').first()).toBeVisible();
  await expect(page.getByText('Please fill in all payment details to complete registration.').first()).toBeVisible();
  await page.getByLabel('Cardholder name').fill('ELENI STAVRIDOU');
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry').fill('1230');
  await page.getByLabel('CVV').fill('123');
  await page.route('**/api/auth/doctor/signup', (route) => route.abort());
  await send.click();
  await expect(page.getByText('Registration Failed').first()).toBeVisible();
  await expect(page.getByText('Please check your information and try again.').first()).toBeVisible();
});
