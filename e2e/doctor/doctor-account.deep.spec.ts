import { routes } from '@medcloud/contract';
import type { Language } from '@medcloud/contract/languages';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { signupForm } from '@medcloud/server/test/harness/fixtures.ts';
import type { Browser, Page } from '@playwright/test';
import { chooseOption, chosenOption } from '../harness/choose-option.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { administrator, expect, type StandaloneApp, test } from '../test-app.ts';

/** A doctor's own account by screen: profile with a return to review, billing, support. */

interface DoctorPage {
  page: Page;
  id: string;
  admin: Client;
  /** URL and body of each request that the browser sent. */
  sent: string[];
}

/** Opens a page of an approved, signed-in doctor at a screen width in pixels. */
async function openApprovedDoctor(
  testApp: StandaloneApp,
  browser: Browser,
  name: string,
  language: Language,
  width: number,
): Promise<DoctorPage> {
  const client = () => new Client(testApp.origin, testApp.config);
  const form = signupForm(name);
  await client().call(routes.auth.doctorSignup, { body: form });
  const admin = await client().signIn(routes.auth.adminLogin.path, administrator);
  const application = (await admin.call(routes.admin.pendingDoctors, {})).find(({ user }) => user.email === form.email);
  if (!application) throw new Error('The application is not pending.');
  await admin.call(routes.admin.approveDoctor, { params: { id: application.id } });
  const { email, password } = form;
  const { sessionId } = await client().signIn(routes.auth.doctorLogin.path, { email, password });
  const context = await browser.newContext({ viewport: { width, height: 844 } });
  await context.addInitScript(
    (entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    },
    { sessionId: sessionId ?? '', 'medcloud-language': language },
  );
  const page = await context.newPage();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  return { page, id: application.id, admin, sent };
}

test('saves the profile, and asks before a new name sends the account back to review', async ({ testApp, browser }) => {
  const { page, id, admin } = await openApprovedDoctor(testApp, browser, 'Profiled', 'en', 1440);
  await page.goto(`${testApp.origin}/doctor/profile`);
  await expect(page.getByRole('heading', { level: 1, name: 'My Profile & Subscription' })).toBeVisible();
  await expect(page.getByText('€39.99')).toBeVisible();
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download Invoice' })).toHaveCount(0);
  await expectAccessible(page);

  const specialization = page.getByRole('combobox', { name: 'Specialization' });
  await chooseOption(specialization, 'Neurology');
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.getByText('Your profile information has been updated successfully.').first()).toBeVisible();
  await page.reload();
  await expect(chosenOption(specialization)).toHaveText('Neurology');

  const lastName = page.getByLabel('Last Name');
  const question = page.getByRole('dialog', { name: 'Submit changes for review?' });
  await lastName.fill('Makri');
  await lastName.press('Enter');
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(lastName).toHaveValue('Makri');
  expect((await admin.call(routes.admin.pendingDoctors, {})).some((doctor) => doctor.id === id)).toBe(false);
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await question.getByRole('button', { name: 'Submit for review' }).press('Enter');
  await expect(page.getByText('Your medical credentials are being reviewed by our team.')).toBeVisible();
  await expect(page.getByText('Dr. Ελένη Makri')).toBeVisible();

  // the open page shows the approval without a reload
  await admin.call(routes.admin.approveDoctor, { params: { id } });
  await expect(page.getByText('Your medical credentials are verified.')).toBeVisible();
});

test('changes the plan and the card without sending the card number', async ({ testApp, browser }) => {
  const { page, sent } = await openApprovedDoctor(testApp, browser, 'Billed', 'en', 768);
  await page.goto(`${testApp.origin}/doctor/profile`);
  await page.getByRole('link', { name: 'Manage Billing' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
  await expect(page.getByText(/^Pay €480\.00 by /)).toBeVisible();
  await expect(page.getByText(/^RF\d\d /)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Change Plan' }).click();
  const plans = page.getByRole('dialog', { name: 'Change Plan' });
  await plans.getByRole('radio', { name: /Monthly/ }).check();
  await expectAccessible(page);
  await plans.getByRole('button', { name: 'Change Plan' }).click();
  await expect(page.getByText(/^You switch to the monthly plan on [^.]+$/)).toBeVisible();
  await expect(page.getByText('€149.97').first()).toBeVisible();
  await page.getByRole('button', { name: 'Keep the yearly plan' }).click();
  await expect(page.getByText('€480.00').first()).toBeVisible();

  await page.getByRole('button', { name: 'Update Payment Method' }).click();
  const method = page.getByRole('dialog', { name: 'Update Payment Method' });
  await method.getByLabel('Card number').pressSequentially('5555555555554444');
  await method.getByRole('button', { name: 'Save payment method' }).click();
  await expect(method.getByText('This field is required').first()).toBeVisible();
  await expectAccessible(page);
  await method.getByLabel('Expiry').fill('0131');
  await method.getByLabel('CVV').fill('987');
  await method.getByRole('button', { name: 'Save payment method' }).click();
  await expect(page.getByText('•••• 4444')).toBeVisible();
  const update = sent.find((request) => request.includes('/payment-method'));
  expect(update).toContain('"last4":"4444"');
  expect(sent.join('\n')).not.toMatch(/555555|"987"/);
});

test('sends a support message in Greek on a phone, and opens support from the patients page', async ({
  testApp,
  browser,
}) => {
  const { page } = await openApprovedDoctor(testApp, browser, 'Supported', 'el', 390);
  await page.goto(`${testApp.origin}/doctor/support`);
  await expect(page.getByRole('heading', { level: 1, name: 'Υποστήριξη' })).toBeVisible();
  await expect(page.getByText('Ώρα Ανατολικής Ευρώπης').first()).toBeVisible();
  await page.getByRole('button', { name: 'Αποστολή μηνύματος' }).click();
  await expect(page.getByText('Συμπληρώστε το μήνυμα')).toBeVisible();
  await page.getByLabel('Μήνυμα', { exact: true }).fill('Δεν βλέπω το τιμολόγιό μου.');
  await page.getByRole('button', { name: 'Αποστολή μηνύματος' }).click();
  await expect(page.getByText(/Αριθμός αναφοράς: S-/).first()).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${testApp.origin}/doctor/patients`);
  await page.getByRole('tab', { name: 'Υποστήριξη' }).click();
  await expect(page).toHaveURL(/tab=support/);
  await expect(page.getByLabel('Μήνυμα', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Ανάκτηση δεδομένων ασθενούς' }).press('Enter');
  await expect(page.getByLabel('Κινητό του ασθενούς')).toBeVisible();
  await expectAccessible(page);
});
