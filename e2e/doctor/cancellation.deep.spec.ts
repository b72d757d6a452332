import { routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/format-day';
import { runDunning } from '@medcloud/server/src/domain/billing/dunning/run-dunning.ts';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { createDoctor, signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, test } from '../test-app.ts';

/** A doctor cancels: the dialog says what stays to pay and until when access lasts, and the page then says the same. */

test('says what cancelling leaves, shows it, and takes it back', async ({ browser, startOwnApp }) => {
  const { testApp } = await startOwnApp({});
  const app = { ...testApp, anonymous: new Client(testApp.origin, testApp.config) };
  const doctor = await createDoctor(app, await signInAdmin(testApp), 'leaving');
  const page = await openPage(browser, testApp, doctor.client);
  await page.goto('/doctor/billing');
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Until then you keep your access.');
  await expect(dialog).toContainText('Your unpaid invoice stays due: €480.00.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByText('is not renewed', { exact: false }).first()).toBeVisible();
  await expect(page.getByText('The invoice below stays due.', { exact: false })).toBeVisible();
  await expect(page.getByText('Nothing more is charged', { exact: false })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Cancel subscription' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Resume subscription' }).click();
  await expect(page.getByRole('button', { name: 'Cancel subscription' })).toBeVisible();
});

test('starts again where the ended subscription refuses, and shows what to pay', async ({ browser, startOwnApp }) => {
  const { testApp } = await startOwnApp({});
  const app = { ...testApp, anonymous: new Client(testApp.origin, testApp.config) };
  const admin = await signInAdmin(testApp);
  const doctor = await createDoctor(app, admin, 'returning');
  const receivedOn = formatDay('Europe/Athens', testApp.clock.now());
  await admin.call(routes.billingAdmin.recordPayment, { body: { userId: doctor.userId, cents: 48_000, receivedOn } });
  await doctor.client.call(routes.billing.doctorCancellation, { body: { cancel: true } });
  testApp.clock.advance(400 * 86_400_000);
  await runDunning(testApp.app.context);
  await doctor.client.signIn(routes.auth.doctorLogin.path, { email: doctor.email, password: doctor.password });
  const page = await openPage(browser, testApp, doctor.client, { width: 390, height: 844, language: 'el' });
  await page.goto('/doctor/patients');
  await expect(page.getByText('Πληρώνετε 480,00 € για έναν χρόνο, με ΦΠΑ.', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Νέα συνδρομή' }).click();
  await expect(page.getByRole('button', { name: 'Αντιγραφή IBAN' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/doctor/billing');
  await expect(page.getByRole('button', { name: 'Νέα συνδρομή' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Αντιγραφή IBAN' })).toBeVisible();
});
