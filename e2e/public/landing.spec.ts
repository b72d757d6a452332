import type { Language } from '@medcloud/contract/languages';
import type { Page } from '@playwright/test';
import { expect, test } from '../test-app.ts';

async function openLanding(page: Page, origin: string, language: Language, path = '/'): Promise<void> {
  await page.addInitScript((chosenLanguage) => localStorage.setItem('medcloud-language', chosenLanguage), language);
  await page.goto(`${origin}${path}`);
}

test('links to every sign-in, sign-up and price (specification 2, /)', async ({ testApp, page }) => {
  await openLanding(page, testApp.origin, 'en');
  await expect(page).toHaveTitle(/^MedCloud/);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  for (const [name, anchor] of [
    ['Home', '#home'],
    ['About', '#about'],
    ['Pricing', '#pricing'],
    ['Contact', '#contact'],
    ['Doctor sign-up', '#doctor-pricing'],
  ] as const) {
    await navigation.getByRole('link', { name, exact: true }).click();
    await expect(page.locator(anchor)).toBeInViewport();
  }
  await page.getByRole('link', { name: 'Login', exact: true }).click();
  await expect(page.locator('#login-options')).toBeInViewport();
  const hrefOf = (name: string) => page.getByRole('link', { name, exact: true }).getAttribute('href');
  expect(await hrefOf('Get Started')).toBe('/auth/medical-center/login');
  expect(await hrefOf('I am a doctor')).toBe('/auth/doctor/signup');
  expect(await hrefOf('Try the viewer')).toBe('/try?with=ct-2025');
  expect(await hrefOf('Choose yearly')).toBe('/auth/doctor/signup?plan=yearly');
  expect(await hrefOf('Choose monthly')).toBe('/auth/doctor/signup?plan=monthly');
  expect(await hrefOf('Administrator Access')).toBe('/auth/admin/login');
  const shown = await page.locator('#pricing').innerText();
  // specification 9
  for (const price of ['€150', '€540', '€500', '€1,800', '€39.99', '€480', '€120', '€49.99', '€149.97'])
    expect(shown).toContain(price);
});

test('shows missing fields of the contact form, then sends the message', async ({ testApp, page }) => {
  await openLanding(page, testApp.origin, 'en', '/#contact');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Please enter your name')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Νίκος Ρήγας');
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill('nikos@example.gr');
  await page.getByRole('link', { name: 'Choose Premium' }).click();
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue(/Premium plan/);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText(/Message sent\. .* Your reference:/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue('');
});

test('changes the language without a reload and stores it', async ({ testApp, page }) => {
  await openLanding(page, testApp.origin, 'en');
  await page.getByRole('button', { name: /GR/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/με τη συγκατάθεση του ασθενούς/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'el');
  expect(await page.evaluate(() => localStorage.getItem('medcloud-language'))).toBe('el');
});

test('runs no React and at most 15 KB of script', async ({ testApp, page }) => {
  const scripts: { url: string; bytes: Promise<Buffer> }[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push({ url: response.url(), bytes: response.body() });
  });
  await openLanding(page, testApp.origin, 'en');
  await page.waitForLoadState('networkidle');
  const { gzipSync } = await import('node:zlib');
  const sizes = await Promise.all(scripts.map(async ({ bytes }) => gzipSync(await bytes).length));
  expect(sizes.length).toBeGreaterThan(1);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(15 * 1024);
});
