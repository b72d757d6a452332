import { languages, languageTable } from '@medcloud/contract/languages';
import { screens } from '@medcloud/contract/screens';
import { selectByTurn } from '@medcloud/server/test/harness/depth.ts';
import type { Page } from '@playwright/test';
import { openPage } from '../harness/open-page.ts';
import { createTranslators, type Translators } from '../harness/translators.ts';
import { expect, test } from '../test-app.ts';
import { expectToast } from './expect-toast.ts';

/** A visitor without an account, by role and label: in one language in `npm test`, in every one in the deep run. */

for (const language of selectByTurn(1, languages))
  test(`leads a visitor in ${language} to prices, a question, a plan and help`, async ({ testApp, browser }) => {
    const t = createTranslators(language);
    const page = await openPage(browser, testApp, null, { language, width: 1440 });
    await page.goto(screens.home);
    await viewLandingPage(page, t);
    await askQuestion(page, t);
    await choosePlan(page, t);
    await writeToSupport(page, t);
    await switchLanguage(page, t);
    await page.context().close();
  });

// The landing page contains every language and shows one.
const innerText = { useInnerText: true };

async function viewLandingPage(page: Page, t: Translators): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.landing('hero.title'), innerText);
  const navigation = page.getByRole('navigation', { name: t.landing('nav.label') });
  await navigation.getByRole('link', { name: t.landing('nav.pricing'), exact: true }).click();
  await expect(page.getByRole('heading', { name: t.landing('pricing.title'), exact: true })).toBeInViewport();
  await expect(page.getByRole('link', { name: t.landing('hero.start') }).first()).toHaveAttribute(
    'href',
    screens.centerLogin,
  );
  await expect(page.getByRole('link', { name: t.landing('login.admin') })).toHaveAttribute('href', screens.adminLogin);
}

async function askQuestion(page: Page, t: Translators): Promise<void> {
  await page.getByRole('link', { name: t.landing('pricing.chooseBasic') }).click();
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await expect(field(t.landing('contact.message'))).toHaveValue(t.landing('about.center', { plan: 'Basic' }));
  await page.getByRole('button', { name: t.landing('contact.send') }).click();
  await expect(page.getByText(t.landing('contact.nameMissing'))).toBeVisible();
  await field(t.landing('contact.name')).fill('Νίκος Ρήγας');
  await field(t.landing('contact.email')).fill('nikos@example.gr');
  await page.getByRole('button', { name: t.landing('contact.send') }).click();
  await expect(page.getByText(t.landing('contact.sent'))).toBeVisible();
}

async function choosePlan(page: Page, t: Translators): Promise<void> {
  await page.getByRole('link', { name: t.landing('pricing.signUpMonthly') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t.auth('signup.title') })).toBeVisible();
  await expect(page.getByRole('radio', { name: new RegExp(t.auth('signup.monthly')) })).toBeChecked();
  await page.getByRole('button', { name: t.auth('signup.submit') }).click();
  await expectToast(page, t.auth('signup.paymentTitle'), t.validation('payment_required'));
  await expect(page.getByLabel(t.auth('signup.firstName'), { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel(t.auth('signup.cardNumber')).pressSequentially('4242424242424242123x');
  await expect(page.getByLabel(t.auth('signup.cardNumber'))).toHaveValue('4242 4242 4242 4242');
  const terms = page.getByRole('checkbox', { name: /privacy|απορρήτου/ });
  const pages = page.locator('label a');
  expect(await pages.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    screens.terms,
    screens.privacy,
  ]);
  for (const link of await pages.all()) {
    const popup = page.waitForEvent('popup');
    await link.click();
    const opened = await popup;
    await expect(opened.getByRole('heading', { level: 1 })).toBeVisible();
    expect(new URL(opened.url()).pathname).toBe(await link.getAttribute('href'));
    await opened.close();
  }
  await expect(terms).not.toBeChecked();
  await page.getByRole('link', { name: t.auth('signup.signIn') }).click();
  await page.getByRole('button', { name: t.frame('leave.leave'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: t.auth('login.doctorTitle') })).toBeVisible();
}

async function writeToSupport(page: Page, t: Translators): Promise<void> {
  await page.goto(screens.support);
  await expect(page.getByRole('heading', { level: 1, name: t.support('title') })).toBeVisible();
  await expect(page.getByText(t.contact('hours.saturdayTimes'))).toBeVisible();
  await page.getByRole('tab', { name: t.support('tabs.message') }).click();
  await page.getByLabel(t.support('message.firstName'), { exact: true }).fill('Νίκος');
  await page.getByLabel(t.common('field.email')).fill('nikos@example.gr');
  await page.getByLabel(t.support('message.message'), { exact: true }).fill('Πώς ανεβάζω μια εξέταση;');
  await page.getByRole('button', { name: t.support('message.submit'), exact: true }).click();
  await expect(page.getByRole('heading', { name: t.support('message.sent') })).toBeFocused();
  await expect(page.getByText(/^S-[0-9A-Z]{8}$/)).toBeVisible();
  await page.getByRole('tab', { name: t.support('tabs.help') }).click();
  await expect(page.getByRole('heading', { name: t.support('faq.uploadQuestion') })).toBeVisible();
}

async function switchLanguage(page: Page, t: Translators): Promise<void> {
  const other = t.language === 'en' ? 'el' : 'en';
  const { label, name } = languageTable[other];
  await page.getByRole('button', { name: `${label} ${name}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: createTranslators(other).support('title') })).toBeVisible();
  await page.goto(screens.home);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    createTranslators(other).landing('hero.title'),
    innerText,
  );
}
