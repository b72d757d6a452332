import type { Language } from '@medcloud/contract/languages';
import type { Browser, Locator, Page } from '@playwright/test';
import { chosenOption } from '../harness/choose-option.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { administrator, expect, type StandaloneApp, test } from '../test-app.ts';

/** An administrator creates centers, searches and sorts them, changes one, and manages its subscription. */

async function signIn(
  testApp: StandaloneApp,
  browser: Browser,
  language: Language,
  { width, height, path }: { width: number; height: number; path: string },
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height } });
  await context.addInitScript((chosen) => localStorage.setItem('medcloud-language', chosen), language);
  const page = await context.newPage();
  await page.goto(`${testApp.origin}${path}`);
  await expect(page.getByLabel(/^E-?mail/)).toHaveValue(administrator.email); // filled in by the server, on loopback only
  await page.locator('input[type="password"]').fill(administrator.password);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL(`**${path}`);
  return page;
}

async function createCenter(
  page: Page,
  name: string,
  centerId: string,
  email = `${centerId.toLowerCase()}@example.gr`,
): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Phone').fill('2105550100');
  await page.getByLabel('Address').fill('Ακτή Μιαούλη 1, Πειραιάς');
  await page.getByRole('button', { name: 'Generate Credentials' }).click();
  await page.getByLabel('Center ID', { exact: true }).fill(centerId);
  await page.getByRole('button', { name: 'Create Medical Center' }).click();
}

/** Only the names of this file's tests: other tests share the app. */
const names = (page: Page): Locator =>
  page.locator('main article h2').filter({ hasText: /Sporades Imaging|Ωμέγα|Μακρής/ });
const day = (daysAhead: number): string => new Date(Date.now() + daysAhead * 86_400_000).toISOString().slice(0, 10);

test('finds, changes and renews a center as administrator', async ({ testApp, browser }) => {
  const page = await signIn(testApp, browser, 'en', { width: 1440, height: 900, path: '/admin/medical-centers-info' });
  await page.getByRole('navigation').getByRole('link', { name: 'Medical Center Sign Up' }).click();
  for (const [name, id] of [
    ['Sporades Imaging', 'MCsporad'],
    ['Ωμέγα Διαγνωστική', 'MComega'],
  ] as const) {
    await createCenter(page, name, id);
    await expect(page.getByRole('heading', { name: 'Generated Credentials' })).toBeVisible();
    await page.getByRole('button', { name: 'Reset Form' }).click();
  }
  await createCenter(page, 'Another', 'mcSPORAD', 'another@example.gr');
  await expect(page.getByText('This center ID is already taken')).toBeVisible();

  await page.goto(`${testApp.origin}/admin/dashboard`);
  await page.getByRole('link', { name: 'Medical Centers', exact: true }).click();
  await expect(names(page)).toHaveText(['Ωμέγα Διαγνωστική', 'Sporades Imaging']);
  await page.getByRole('button', { name: 'Sort order: Descending' }).click();
  await expect(names(page)).toHaveText(['Sporades Imaging', 'Ωμέγα Διαγνωστική']);
  await page.keyboard.press('/');
  await page.keyboard.type('omega');
  await expect(names(page)).toHaveText(['Ωμέγα Διαγνωστική']);
  await expect(page).toHaveURL(/sortOrder=asc.*search=omega/);
  await expectAccessible(page);

  await changeCenter(page);
  await manageSubscription(page);
  await disableCenter(page);
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-sheet]')).toHaveCount(0);
  await page.getByRole('link', { name: 'Simple list' }).click();
  await expect(names(page)).toHaveText(['Ωμέγα Διάγνωση', 'Sporades Imaging']);
  const listed = page.locator('main article');
  await expect(listed.filter({ hasText: 'Ωμέγα Διάγνωση' }).getByText('Disabled')).toBeVisible();
  await expect(listed.filter({ hasText: 'Sporades Imaging' }).getByText('Disabled')).toHaveCount(0);
  await expectAccessible(page);
});

async function changeCenter(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'View Details, Ωμέγα Διαγνωστική' }).click();
  const sheet = page.locator('[data-sheet]');
  await expect(sheet.getByText('0 Bytes of 500 GB')).toBeVisible();
  await sheet.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Ωμέγα Διάγνωση');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Stay' }).click(); // nothing typed is lost
  await dialog.getByLabel('E-mail').fill('mcsporad@example.gr');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This email is already registered')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('E-mail').fill('omega@example.gr');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(sheet.getByRole('heading', { level: 2, name: 'Ωμέγα Διάγνωση' })).toBeVisible();
  await expect(sheet.getByText('omega@example.gr')).toBeVisible();
}

async function manageSubscription(page: Page): Promise<void> {
  const sheet = page.locator('[data-sheet]');
  await sheet.getByRole('button', { name: 'Manage Subscription' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Start date').fill(day(-40));
  await dialog.getByLabel('End date').fill(day(-41));
  await dialog.getByRole('button', { name: 'Update Subscription' }).click();
  await expect(dialog.getByText('End date cannot be before the start date')).toBeVisible();
  await dialog.getByLabel('End date').fill(day(-10));
  await dialog.getByRole('button', { name: 'Update Subscription' }).click();
  await expect(sheet.getByText('Expired')).toBeVisible();
  await sheet.getByRole('button', { name: 'Manage Subscription' }).click();
  await dialog.getByLabel('End date').fill(day(80));
  await expect(chosenOption(dialog.getByRole('combobox', { name: 'Status' }))).toHaveText('Active');
  await dialog.getByRole('button', { name: 'Update Subscription' }).click();
  await expect(sheet.getByText('Active')).toBeVisible();
}

async function disableCenter(page: Page): Promise<void> {
  const sheet = page.locator('[data-sheet]');
  await sheet.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Disable account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('The contract has ended');
  await dialog.getByRole('button', { name: 'Disable account' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(sheet.getByText(/^Disabled since/)).toBeVisible();
}

test('lists, approves, suspends and reinstates a doctor on a phone in Greek', async ({ testApp, browser }) => {
  const path = '/admin/doctors';
  const page = await signIn(testApp, browser, 'el', { width: 390, height: 844, path });
  await expect(page.getByRole('heading', { level: 1, name: 'Γιατροί' })).toBeVisible();
  const form = { email: 'makris@example.gr', licenseNumber: 'ΙΣΑ 048213', specialization: 'Neurology' };
  const person = { firstName: 'Κωνσταντίνος', lastName: 'Μακρής', ...form };
  const password = { password: 'a password of mine', confirmPassword: 'a password of mine' };
  const signedUp = await page.request.post(`${testApp.origin}/api/auth/doctor/signup`, {
    data: { ...person, ...password, acceptedTerms: true },
  });
  expect(signedUp.status()).toBe(201);
  // the open page shows the new application without a reload
  await expect(names(page)).toHaveText(['Δρ. Κωνσταντίνος Μακρής']);
  await page.getByLabel('Αναζήτηση γιατρών').fill('makris');
  await expect(page.locator('main h2 mark')).toHaveText('Μακρής');
  await expectAccessible(page);
  await page.getByRole('link', { name: /^Έγκριση ή απόρριψη.*Μακρής/ }).click();
  await page.getByRole('button', { name: /^Έγκριση:.*Μακρής/ }).click();
  await expect(page.getByText('Η αίτηση εγκρίθηκε').first()).toBeVisible();
  await page.goto(`${testApp.origin}${path}`);
  const card = page.locator('main article').filter({ hasText: 'Μακρής' });
  await expect(card.getByText('Ενεργή').first()).toBeVisible();
  await suspendAndReinstate(page, card);
});

async function suspendAndReinstate(page: Page, card: Locator): Promise<void> {
  await card.getByRole('button', { name: /^Περισσότερες/ }).click();
  await page.getByRole('menuitem', { name: 'Αναστολή γιατρού' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Λόγος').fill('Άδεια που έληξε');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Αναστολή γιατρού' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card.getByText(/^Σε αναστολή από/)).toBeVisible();
  await expect(card.getByText('Άδεια που έληξε')).toBeVisible();
  await expectAccessible(page);
  await card.getByRole('button', { name: /^Περισσότερες/ }).click();
  await page.getByRole('menuitem', { name: 'Άρση αναστολής' }).click();
  await dialog.getByRole('button', { name: 'Άρση αναστολής' }).click();
  await expect(card.getByText('Ενεργή').first()).toBeVisible();
  await expect(card.getByText('Άδεια που έληξε')).toHaveCount(0);
}
