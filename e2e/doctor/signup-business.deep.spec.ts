import type { Page } from '@playwright/test';
import { chooseOption } from '../harness/choose-option.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { startCardApp } from '../harness/start-card-app.ts';
import { expect, type StandaloneApp, test } from '../test-app.ts';

async function fillPerson(page: Page, name: string): Promise<void> {
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Makri');
  await page.getByLabel('License').fill(`ISA ${name}`);
  await chooseOption(page.getByRole('combobox', { name: 'Specialization' }), 'Neurology');
  await page.getByLabel('E-mail').fill(`${name}@doctors.example.gr`);
  await page.getByLabel('Password', { exact: true }).fill('a password of mine');
  await page.getByLabel('Confirm password').fill('a password of mine');
  await page.getByRole('checkbox').check();
}

async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Billing address').fill('Ερμού 1');
  await page.getByLabel('City').fill('Αθήνα');
  await page.getByLabel('Postal code').fill('105 63');
  await chooseOption(page.getByRole('combobox', { name: 'Country' }), 'Greece');
}

/** Presses the button with a wrong number, then with the right one. */
async function submit(page: Page): Promise<void> {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.getByLabel('VAT number').fill('094014202');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('This VAT number is not valid.', { exact: false })).toBeVisible();
  await expect(page.getByLabel('VAT number')).toBeFocused();
  expect(calls).not.toContain('/api/auth/doctor/signup');
  await expectAccessible(page);
  await page.getByLabel('VAT number').fill('EL 094014201');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/auth\/doctor\/login/);
}

async function partiesOf({ superuser }: Pick<StandaloneApp, 'superuser'>) {
  const statement = 'SELECT kind, vat_number AS number, tax_office AS office, city FROM billing_parties';
  return (await superuser.query(statement)).rows;
}

const party = { kind: 'business', number: '094014201', office: 'Α΄ Αθηνών', city: 'Αθήνα' };

test('signs up for a business with the address of the card', async ({ browser, startOwnApp }) => {
  const { testApp } = await startOwnApp();
  const page = await openPage(browser, testApp, null);
  await page.goto('/auth/doctor/signup');
  await fillPerson(page, 'transfers');
  await page.getByLabel('Cardholder').fill('ADA MAKRI');
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry').fill('1230');
  await page.getByLabel('CVV').fill('123');
  await page.getByLabel('VAT number').fill('094014201');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Billing address')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Billing address')).toBeFocused();
  await fillAddress(page);
  await page.getByLabel('Tax office').fill('Α΄ Αθηνών');
  await submit(page);
  expect(await partiesOf(testApp)).toEqual([party]);
});

test('signs up for a business where the payment provider asks for the card', async ({ browser, startOwnApp }) => {
  const { testApp, stripe } = await startCardApp(startOwnApp);
  const page = await openPage(browser, testApp, null, { width: 390 });
  await page.goto('/auth/doctor/signup');
  await fillPerson(page, 'cards');
  await expect(page.getByLabel('Billing address')).toHaveCount(0);
  await page.getByLabel('VAT number').fill('094014201');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Billing address')).toBeFocused();
  await page.getByLabel('VAT number').fill('1');
  await chooseOption(page.getByRole('combobox', { name: 'Country' }), 'Greece');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('VAT number')).toBeFocused();
  await fillAddress(page);
  await page.getByLabel('Tax office').fill('Α΄ Αθηνών');
  await submit(page);
  expect(await partiesOf(testApp)).toEqual([party]);
  await stripe.close();
});
