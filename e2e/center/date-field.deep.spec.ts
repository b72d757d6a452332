import { screens } from '@medcloud/contract/screens';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { createTranslators, type Translators } from '../harness/translators.ts';
import { expect, testWithFixtures } from '../test-app.ts';

/** What is typed into a date field, in both languages, and its calendar on a phone. */

const test = testWithFixtures(64);

const novemberTexts = [
  ...['3/11/2026', '03/11/2026', '3/11/26', '03/11/26', '3.11.2026', '3.11.26', '03.11.2026', '03-11-2026', '3-11-26'],
  ...['3 11 2026', '3 11 26', '3,11,2026', '3;11;2026', '3:11:2026', '3 / 11 / 2026', '3. 11. 2026', '3/11/2026.'],
  ...['03112026', '031126', '2026-11-03', '2026/11/03', '2026.11.3', '2026 Nov 3', '3/11-2026', ' 03/11/2026 '],
  ...[
    '3\u00a011\u00a02026',
    '3\u202f11\u202f2026',
    '3–11–2026',
    '3\u221211\u22122026',
    '3·11·2026',
    '3\u038711\u03872026',
  ],
  ...['3\u037e11\u037e2026', '3\u038411\u03842026', "3'11'2026", '３/１１/２０２６', '3\\11\\2026', '3_11_2026'],
  ...['3 Nov 2026', '3 nov 26', '3 November 2026', '3 NOVEMBER 2026', '3-Nov-2026', '3Nov2026', '3rd November 2026'],
  ...['November 3, 2026', 'Nov 3 2026', '3 of November 2026', '03 november 2026'],
  ...['3 Νοεμβρίου 2026', '3 Νοέμβριος 2026', '3 Νοε 2026', '3 Νοέ 26', '3 ΝΟΕΜΒΡΙΟΥ 2026', '3 νοεμβριου 2026'],
  ...['3η Νοεμβρίου 2026', '3 Νοεμ. 2026', '3-Νοε-2026', '3 Νοέμβρη 2026', '3 του Νοέμβρη 2026', 'Νοεμβρίου 3, 2026'],
];

/** The day in the zone of this process, which is the browser's. */

async function typeDate(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.blur();
}

async function expectProblems(page: Page, field: Locator, t: Translators): Promise<void> {
  const month = { en: 'February 2026', el: 'Φεβρουάριος 2026' }[t.language];
  const problems = [
    ['11/25/2026', t.dates('problem.noMonth', { month: '25' })],
    ['2026-25-11', t.dates('problem.noMonth', { month: '25' })],
    ['32/11/2026', t.dates('problem.noDay', { day: '32' })],
    ['31/2/2026', t.dates('problem.shortMonth', { month, days: '28' })],
    ['03/11', t.dates('problem.yearMissing')],
    ['3/11/202', t.dates('problem.yearDigits')],
    ['3 Novermber 2026', t.dates('problem.unclear')],
  ] as const;
  for (const [text, problem] of problems) {
    await typeDate(field, text);
    await expect(page.getByText(problem)).toBeVisible();
    await expect(field).toHaveValue(text);
  }
}

for (const language of ['en', 'el'] as const) {
  test(`reads ${novemberTexts.length} ways to type 3 November 2026, and names what is wrong (${language})`, async ({
    testApp,
    fixtures,
    browser,
  }) => {
    const t = createTranslators(language);
    const page = await openPage(browser, testApp, fixtures.center.client, { language });
    await page.goto(screens.centerUpload);
    const field = page.getByLabel(t.uploadPage('date'));
    const words = { en: 'Tuesday 3 November 2026', el: 'Τρίτη 3 Νοεμβρίου 2026' }[language];
    for (const text of novemberTexts) {
      await typeDate(field, '');
      await typeDate(field, text);
      await expect(field, text).toHaveValue('03/11/2026');
      await expect(page.getByText(words)).toBeVisible();
    }
    await expectProblems(page, field, t);
    await expectAccessible(page);
  });
}

test('chooses a day on a phone: large targets, lists of months and years, no day after yesterday', async ({
  testApp,
  fixtures,
  browser,
}) => {
  const t = createTranslators('el');
  const page = await openPage(browser, testApp, fixtures.center.client, { language: 'el', width: 390, height: 844 });
  await page.clock.setFixedTime('2026-11-20T12:00:00Z');
  await page.goto(screens.centerPatients);
  await page.getByRole('button', { name: t.center('patients.registerShort') }).click();
  const dialog = page.getByRole('dialog', { name: t.center('registration.title') });
  const birth = dialog.getByLabel(t.center('registration.birthDate'));
  await dialog.getByRole('button', { name: t.dates('calendar.open') }).click();
  const calendar = page.getByRole('dialog', { name: t.dates('calendar.title') });
  const grid = calendar.getByRole('grid');
  const yesterday = '2026-11-19';
  await expect(page.locator(':focus')).toHaveAttribute('data-day', yesterday);
  await page.keyboard.press('ArrowRight');
  await expect(page.locator(':focus')).toHaveAttribute('data-day', yesterday);
  await expect(calendar.getByRole('button', { name: t.dates('calendar.next') })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  for (const target of await calendar.locator('button, select').all()) {
    const box = await target.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), await target.innerText()).toBeGreaterThanOrEqual(44);
  }
  await expectAccessible(page);
  await calendar.getByRole('combobox', { name: t.dates('calendar.year') }).selectOption('1964');
  await calendar.getByRole('combobox', { name: t.dates('calendar.month') }).selectOption({ label: 'Μάρτιος' });
  await grid.getByRole('button', { name: 'Σάββατο 14 Μαρτίου 1964' }).click();
  await expect(calendar).toHaveCount(0);
  await expect(birth).toHaveValue('14/03/1964');
  await expect(dialog.getByText('Σάββατο 14 Μαρτίου 1964, 62 ετών')).toBeVisible();
  await expectAccessible(page);
});

test('filters the exam history once a date is left, and not by what is no date', async ({
  testApp,
  fixtures,
  browser,
}) => {
  const t = createTranslators('en');
  const page = await openPage(browser, testApp, fixtures.center.client);
  await page.goto(screens.centerHistory);
  const from = page.getByLabel(t.center('history.from'));
  await from.pressSequentially('3/11/2025');
  await expect(page).toHaveURL(screens.centerHistory);
  await from.press('Enter');
  await expect(page).toHaveURL(/\?dateFrom=2025-11-03$/);
  await expect(from).toHaveValue('03/11/2025');
  await typeDate(from, '11/25/2025');
  await expect(page.getByText(t.dates('problem.noMonth', { month: '25' }))).toBeVisible();
  await expect(page).toHaveURL(/\?dateFrom=2025-11-03$/);
  await typeDate(from, '');
  await expect(page).toHaveURL(screens.centerHistory);
  await page.goto(`${screens.centerHistory}?dateFrom=2026-02-01`);
  await expect(from).toHaveValue('01/02/2026');
  await page.getByRole('button', { name: t.common('action.clearFilters') }).click();
  await expect(from).toHaveValue('');
});
