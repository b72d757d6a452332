import { routes } from '@medcloud/contract';
import { selectByTurn } from '@medcloud/server/test/harness/depth.ts';
import { doctorLastName } from '@medcloud/server/test/harness/fixtures.ts';
import { tokenIn } from '@medcloud/server/test/harness/outbox.ts';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { createTextTranslator } from '../harness/translators.ts';
import { expect, testWithFixtures } from '../test-app.ts';

/** The receipt on the consent page, on a small phone and with large text (product, "Doctor's path", 5). */

const test = testWithFixtures(44);

const countPages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

/** Expects targets of at least 44 px height and no horizontal overflow. */
async function expectFitsPhone(page: Page): Promise<void> {
  for (const target of await page.getByRole('button').or(page.getByRole('link')).all()) {
    const box = await target.boundingBox();
    expect(Math.round(box?.height ?? 44)).toBeGreaterThanOrEqual(44);
  }
  expect(await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)).toBeLessThanOrEqual(0);
}

for (const [language, colorScheme] of selectByTurn(0, [
  ['el', 'dark'],
  ['en', 'light'],
] as const))
  test(`shows doctor, exams and dates on the receipt in ${language}, and prints it on one page`, async ({
    testApp,
    fixtures,
    browser,
  }) => {
    const t = createTextTranslator('consent', language);
    const page = await openPage(browser, testApp, null, { language, width: 360, height: 740 });
    await page.emulateMedia({ colorScheme });
    const { granted } = fixtures.links;
    await page.goto(`/consent#${granted}`);
    await page.getByRole('button', { name: t('receipt.show') }).click();
    const paper = page.locator('[data-receipt]');
    // in the language of the consent, not in the page's current language
    await expect(paper).toHaveAttribute('lang', 'el');
    const agreedText = createTextTranslator('consent', 'el');
    await expect(paper.getByText(agreedText('receipt.doctor'))).toBeVisible();
    const link = await fixtures.admin.call(routes.patientAccess.lookup, { body: { accessToken: granted } });
    const [record] = link.records;
    for (const text of [link.reference, link.doctor.licenseNumber, 'Μαρία Π.', agreedText('types.all')])
      await expect(paper.getByText(text).first()).toBeVisible();
    await expect(paper.getByText(record?.agreed?.textHash ?? 'no text')).toBeVisible();
    await expectAccessible(page);
    await expectFitsPhone(page);
    await page.locator('html').evaluate((html) => {
      html.style.fontSize = '200%';
    });
    await expectFitsPhone(page);
    await page.locator('html').evaluate((html) => html.removeAttribute('style'));
    expect(countPages(await page.pdf({ format: 'A4' }))).toBe(1);
  });

test('shows a receipt for a denial and for revoked access', async ({ testApp, fixtures, browser }) => {
  const page = await openPage(browser, testApp, null, { language: 'en', width: 390, height: 844 });
  await page.goto(`/consent#${fixtures.links.waiting}`);
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'You said no' })).toBeVisible();
  await page.getByRole('button', { name: 'Show receipt' }).click();
  const refused = page.locator('[data-receipt]');
  await expect(refused.getByText(createTextTranslator('consent', 'el')('receipt.doctor'))).toBeVisible();
  await expect(refused.getByText(/^Είπατε όχι: /)).toBeVisible();

  await page.goto('about:blank');
  await page.goto(`${testApp.origin}/consent#${fixtures.links.granted}`);
  await page.getByRole('button', { name: 'Stop access' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop access' }).click();
  await expect(page.getByRole('heading', { name: 'Access has stopped' })).toBeVisible();
  await page.getByRole('button', { name: 'Show receipt' }).click();
  await expect(page.locator('[data-receipt]').getByText(/Σταμάτησε: /)).toBeVisible();
  await page.getByRole('button', { name: 'Hide receipt' }).click();
  await expect(page.locator('[data-receipt]')).toHaveCount(0);
});

for (const [language, colorScheme, number] of selectByTurn(1, [
  ['el', 'light', 7],
  ['en', 'dark', 8],
] as const))
  test(`blocks a doctor by the link of the code’s SMS in ${language}`, async ({ testApp, fixtures, browser }) => {
    const t = createTextTranslator('consent', language);
    const phone = `+30690000445${number}`;
    const patient = {
      firstName: 'Ζωή',
      lastName: 'Φωτιάδη',
      dateOfBirth: '1949-11-20',
      gender: 'Female',
      phone,
    } as const;
    await fixtures.center.client.call(routes.center.registerPatient, { body: patient });
    const request = { body: { patientPhone: phone } };
    await fixtures.doctor.client.call(routes.doctor.requestPatientAccess, request);
    const token = tokenIn((await testApp.outbox.nextSms(phone, 0)).text);
    const page = await openPage(browser, testApp, null, { language, width: 360, height: 740 });
    await page.emulateMedia({ colorScheme });
    await page.goto(`/consent#${token}`);
    await expect(page.getByRole('heading', { level: 1, name: t('block.title.female') })).toBeVisible();
    await expect(page.getByText(`Ελένη ${doctorLastName('stage44')}`).first()).toBeVisible();
    await expectAccessible(page);
    await expectFitsPhone(page);
    await page.getByRole('button', { name: t('block.press', { count: 90 }) }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('block.done') })).toBeFocused();
    await expect(page.getByRole('button', { name: t('block.press', { count: 90 }) })).toHaveCount(0);
    await expectAccessible(page);
    await expectFitsPhone(page);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: t('block.done') })).toBeVisible();
    await page.goto('about:blank');
    await page.goto(`${testApp.origin}/consent#${'x'.repeat(token.length)}`);
    await expect(page.getByRole('heading', { level: 1, name: t('expired.title') })).toBeVisible();
  });
