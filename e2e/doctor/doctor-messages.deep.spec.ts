import { routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/format-day';
import { screenPath } from '@medcloud/contract/screens';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { createDoctor } from '@medcloud/server/test/harness/fixtures.ts';
import { abortRequests, delayRequests, failRequests } from '../harness/fail-requests.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, testWithFixtures } from '../test-app.ts';

/** Messages that a doctor sees between the access request and the exams (specification, sections 2, 5 and 8). */

const test = testWithFixtures(42);

test('shows an error for each invalid phone number and code', async ({ testApp, fixtures, browser }) => {
  const page = await openPage(browser, testApp, fixtures.doctor.client);
  await page.goto('/doctor/patients');
  const expectTexts = async (...texts: string[]) => {
    for (const text of texts) await expect(page.getByText(text).first()).toBeVisible();
  };
  const send = page.getByRole('button', { name: 'Send code' });
  await send.click();
  await expectTexts('Phone Number Required', "Please enter a patient's phone number");
  await page.getByLabel('Patient’s mobile number').fill('69123');
  await send.click();
  await expectTexts('Invalid Phone Number', 'Please enter a valid phone number');
  await page.getByRole('button', { name: 'I have a code' }).click();
  await expectTexts(
    'Request Access First',
    'Please request access to patient data first by entering a phone number above.',
  );
  await page.getByLabel('Patient’s mobile number').fill('6900000499');
  await abortRequests(page, '/api/doctor/request-patient-access');
  await send.click();
  await expectTexts('Request Failed');
  await page.unrouteAll();
  await send.click();
  await expectTexts('Access Request Sent');
  const verify = page.getByRole('button', { name: 'Verify code' });
  await verify.click();
  await expectTexts('OTP Required', 'Please enter the 6-digit OTP code.');
  await page.getByLabel('Code from the SMS').fill('123');
  await verify.click();
  await expectTexts('Invalid OTP', 'OTP must be exactly 6 digits.');
  await page.getByLabel('Code from the SMS').fill('000000');
  await verify.click();
  await expectTexts('OTP Verification Failed', 'The code is incorrect or has expired.');
});

test('requests access from the palette and shows its shorter messages', async ({ testApp, fixtures, browser }) => {
  const page = await openPage(browser, testApp, fixtures.doctor.client);
  await page.goto('/doctor/dashboard');
  const requestAccess = async (phone: string) => {
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Page, patient or phone number').fill(phone);
    await page.getByRole('option', { name: /^Request access from / }).click();
  };
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await requestAccess('6900000498');
  await expect(
    page
      .getByText('Access request sent successfully! The patient will receive an SMS to approve your request.')
      .first(),
  ).toBeVisible();
  await abortRequests(page, '/api/doctor/request-patient-access');
  await requestAccess('6900000497');
  await expect(page.getByText('Failed to send access request. Please try again.').first()).toBeVisible();
});

test('shows errors for failed lists and a failed download', async ({ testApp, fixtures, browser }) => {
  const page = await openPage(browser, testApp, fixtures.doctor.client);
  const exams = screenPath('doctorPatientExams', { patientId: fixtures.center.patient.patientId });
  await page.goto(exams);
  await abortRequests(page, '/api/download/*');
  await page.getByRole('button', { name: 'Download' }).first().click();
  await page.getByRole('button', { name: 'Download original' }).click();
  await expect(page.getByText('Download Failed').first()).toBeVisible();
  for (const [api, path, text] of [
    ['/api/doctor/patient-exams/*', exams, 'Failed to fetch patient exams'],
    ['/api/doctor/dashboard', '/doctor/dashboard', 'Failed to fetch dashboard data'],
    ['/api/doctor/accessible-patients*', '/doctor/patients', 'Failed to fetch accessible patients'],
  ] as const) {
    await failRequests(page, api);
    await page.goto(path);
    await expect(page.getByText(text).first()).toBeVisible();
  }
});

test('shows a loading state instead of an empty list while requests load', async ({ testApp, fixtures, browser }) => {
  const page = await openPage(browser, testApp, fixtures.doctor.client);
  const release = await delayRequests(page, routes.doctor.requests.path);
  await page.goto('/doctor/patients');
  const others = page.getByRole('region', { name: 'Other requests' });
  await expect(others.getByRole('status', { name: 'Loading' }).or(others.getByText('Loading'))).toBeAttached();
  expect(await others.getByText('No other requests').count()).toBe(0);
  release();
  await expect(others.getByText('Loading')).toHaveCount(0);
});

test('lists an invoice as pending, and as paid once its transfer is recorded', async ({
  testApp,
  fixtures,
  browser,
}) => {
  const { client } = fixtures.doctor;
  const page = await openPage(browser, testApp, client);
  await page.goto('/doctor/billing');
  const invoices = page.getByRole('table');
  await expect(invoices.getByText('Pending', { exact: true })).toBeVisible();
  const { due } = await client.call(routes.doctor.billingOverview, {});
  if (due === null) throw new Error('The doctor owes nothing.');
  const receivedOn = formatDay('Europe/Athens', testApp.clock.now());
  await fixtures.admin.call(routes.billingAdmin.recordPayment, {
    body: { rf: due.rf, cents: due.amountCents, receivedOn, text: 'Transfer' },
  });
  await page.reload();
  await expect(invoices.getByText('Paid', { exact: true })).toBeVisible();
});

test('shows a notice to a doctor in review on every patient page', async ({ testApp, fixtures, browser }) => {
  const app = { ...testApp, anonymous: new Client(testApp.origin, testApp.config) };
  const doctor = await createDoctor(app, fixtures.admin, 'unverified');
  const page = await openPage(browser, testApp, doctor.client);
  for (const path of ['/doctor/dashboard', '/doctor/patients']) {
    await page.goto(path);
    await expect(page.getByText('Your medical credentials are being reviewed by our team.').first()).toBeVisible();
  }
});
