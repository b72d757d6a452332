import { chooseOption } from '../harness/choose-option.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { startCardApp } from '../harness/start-card-app.ts';
import { expect, test } from '../test-app.ts';

/** What a payer sees after the provider's page, in both languages, by keyboard and on a phone. */

test('leaves the payment page, pays by keyboard, and hears when the bank has answered', async ({
  browser,
  startOwnApp,
}) => {
  const { testApp, stripe, addDoctor, deliver } = await startCardApp(startOwnApp);
  const doctor = await addDoctor('card');
  const page = await openPage(browser, testApp, doctor.client, { width: 360, language: 'el' });
  await page.goto('/doctor/billing');
  await expect(page.getByText('Πληρώστε για να ξεκινήσει η συνδρομή σας.', { exact: false })).toBeVisible();
  await expectAccessible(page);
  const pay = page.getByRole('button', { name: 'Πληρωμή με κάρτα' });
  await pay.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByText('Φύγατε από τη σελίδα πληρωμής χωρίς να πληρώσετε.', { exact: false })).toBeVisible();
  await expectAccessible(page);
  stripe.records.bank = 'takes its time';
  await pay.click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  const checking = page.getByText('Ελέγχουμε την πληρωμή σας. Μπορείτε να φύγετε από τη σελίδα.');
  await expect(checking.first()).toBeVisible();
  await expect(pay).toHaveCount(0);
  await expectAccessible(page);
  for (const intent of stripe.records.intents.values()) stripe.records.finish(intent);
  expect(await deliver('payment_intent.succeeded')).toBe(200);
  await expect(page.getByText('Λάβαμε την πληρωμή σας. Σας ευχαριστούμε.')).toBeVisible();
  await expect(checking).toHaveCount(0);
  await page.getByRole('button', { name: 'Αλλαγή ή αφαίρεση κάρτας' }).click();
  await expect(page.getByRole('heading', { name: 'Your card' })).toBeVisible();
  await stripe.close();
});

test('says that the payment page cannot be reached, and saves a card where nothing is due', async ({
  browser,
  startOwnApp,
}) => {
  const { testApp, stripe, addDoctor } = await startCardApp(startOwnApp);
  const doctor = await addDoctor('unreached');
  const page = await openPage(browser, testApp, doctor.client);
  await page.goto('/doctor/billing');
  stripe.faults.push('error');
  const pay = page.getByRole('button', { name: 'Pay by card' });
  await pay.click();
  await expect(page.getByText('The payment page cannot be reached. Nothing was charged.')).toBeVisible();
  await expectAccessible(page);
  await pay.click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText('Your payment has arrived. Thank you.')).toBeVisible();
  await testApp.superuser.query(`UPDATE provider_accounts SET method_state = 'none', method_ref = NULL`);
  await page.reload();
  await page.getByRole('button', { name: 'Save a card' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText('Your card is saved.')).toBeVisible();
  await stripe.close();
});

test('asks for no card at the sign-up', async ({ browser, startOwnApp }) => {
  const { testApp, stripe } = await startCardApp(startOwnApp);
  const page = await openPage(browser, testApp, null);
  await page.goto('/auth/doctor/signup');
  await expect(page.getByText('You pay after we have verified your credentials', { exact: false })).toBeVisible();
  await expect(page.getByLabel('Card number')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Makri');
  await page.getByLabel('License').fill('ISA 1234');
  await chooseOption(page.getByRole('combobox', { name: 'Specialization' }), 'Neurology');
  await page.getByLabel('E-mail').fill('ada@doctors.example.gr');
  await page.getByLabel('Password', { exact: true }).fill('a password of mine');
  await page.getByLabel('Confirm password').fill('a password of mine');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/auth\/doctor\/login/);
  const { rows } = await testApp.superuser.query('SELECT count(*)::int AS count FROM payment_methods');
  expect(rows).toEqual([{ count: 0 }]);
  await stripe.close();
});
