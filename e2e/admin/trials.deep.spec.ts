import { routes } from '@medcloud/contract';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { applicantPassword } from '../harness/create-fixtures.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, testWithFixtures } from '../test-app.ts';

/** An administrator gives a doctor free days, charges months, and cuts what was paid. */

const test = testWithFixtures(19);

test('gives a doctor free days, then asks for months and says what a cut means', async ({
  testApp,
  fixtures,
  browser,
}) => {
  const { applicant: email } = fixtures;
  const { rows: accounts } = await testApp.superuser.query<{ userId: string }>(
    'SELECT id AS "userId" FROM users WHERE email = $1',
    [email],
  );
  const userId = accounts[0]?.userId ?? '';
  const client = new Client(testApp.origin, testApp.config);
  await client.signIn(routes.auth.doctorLogin.path, { email, password: applicantPassword });
  const admin = await openPage(browser, testApp, fixtures.admin);
  await admin.goto('/admin/approve-doctors');
  const card = admin.getByRole('article').filter({ hasText: email });
  await card.getByRole('button', { name: /^Free trial/ }).click();
  const trial = admin.getByRole('dialog');
  await expect(trial).toContainText('480.00');
  await trial.getByLabel('Free days').fill('91');
  await trial.getByRole('button', { name: 'Approve' }).click();
  await expect(trial).toContainText('Enter a number of days from 0 to 90');
  await expectAccessible(admin);
  await trial.getByLabel('Free days').fill('30');
  await trial.getByRole('button', { name: 'Approve' }).click();
  await expect(admin.getByText('Doctor Approved', { exact: true })).toBeVisible();

  const doctor = await openPage(browser, testApp, client);
  await doctor.goto('/doctor/billing');
  await expect(doctor.getByText(/^Your free trial runs until /)).toBeVisible();
  await expect(doctor.getByText('Nothing to pay.')).toBeVisible();
  await expectAccessible(doctor);

  await admin.goto(`/admin/users?search=${encodeURIComponent(email)}`);
  await admin.getByRole('button', { name: 'Manage Subscription' }).first().click();
  const dialog = admin.getByRole('dialog', { name: 'Manage Subscription' });
  await expect(dialog.getByText('Nothing paid')).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: 'Charge for these months' })).toBeDisabled();
  await expect(dialog.getByText(/^To charge, first add the account’s billing details/)).toBeVisible();
  await dialog.getByRole('link', { name: 'Billing of this account' }).click();

  await expect(admin).toHaveURL(`/admin/billing/${userId}`);
  await expect(admin.getByText('Trial', { exact: true }).first()).toBeVisible();
  await expect(admin.getByText(/payment request for the next period$/)).toBeVisible();
  await admin.getByRole('button', { name: 'Add billing details' }).click();
  await admin.getByLabel('Address', { exact: true }).fill('Ακτή Μιαούλη 1');
  await admin.getByLabel('City').fill('Πειραιάς');
  await admin.getByLabel('Postal code').fill('185 35');
  await admin.getByLabel('Country').selectOption('GR');
  await admin.getByRole('button', { name: 'Save billing details' }).click();
  await expect(admin.getByRole('button', { name: 'Save billing details' })).toHaveCount(0);

  await admin.goto(`/admin/users?search=${encodeURIComponent(email)}`);
  await admin.getByRole('button', { name: 'Manage Subscription' }).first().click();
  await dialog.getByRole('checkbox', { name: 'Charge for these months' }).click();
  await expect(dialog.getByText(/^A payment request of €480\.00 is sent/)).toBeVisible();
  await dialog.getByLabel('Period').selectOption('3');
  await expectAccessible(admin);
  await dialog.getByRole('button', { name: 'Ask for €120.00' }).click();
  await expect(admin.getByText('Payment request sent', { exact: true })).toBeVisible();
  await doctor.reload();
  await expect(doctor.getByText(/^Pay €120\.00 by /)).toBeVisible();

  const { rows } = await testApp.superuser.query<{ rf: string }>(
    `SELECT rf FROM dues WHERE user_id = $1 AND state = 'open'`,
    [userId],
  );
  await admin.goto('/admin/billing');
  await admin.getByRole('button', { name: 'Record a payment' }).click();
  const payment = admin.getByRole('dialog');
  await payment.getByLabel('Reference (RF)').fill(rows[0]?.rf ?? '');
  await payment.getByLabel('Amount in euros').fill('120.00');
  await payment.getByRole('button', { name: 'Record payment' }).click();
  await expect(admin.getByText('Payment recorded', { exact: true })).toBeVisible();
  await admin.goto(`/admin/users?search=${encodeURIComponent(email)}`);
  await admin.getByRole('button', { name: 'Manage Subscription' }).first().click();
  await dialog.getByLabel('Status').selectOption('inactive');
  await expect(dialog.getByText(/^Ending earlier refunds nothing/)).toBeVisible();
  await expectAccessible(admin);
});
