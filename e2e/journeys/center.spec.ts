import { readFile } from 'node:fs/promises';
import { listedStatuses } from '@medcloud/contract/choices';
import { screens } from '@medcloud/contract/screens';
import { selectByTurn } from '@medcloud/server/test/harness/depth.ts';
import { doctorLastName } from '@medcloud/server/test/harness/fixtures.ts';
import { tinyDicom } from '@medcloud/server/test/harness/tiny-dicom.ts';
import type { Page } from '@playwright/test';
import { chooseOption } from '../harness/choose-option.ts';
import { createFixtures, type Fixtures } from '../harness/create-fixtures.ts';
import { expectFileChecked } from '../harness/expect-file-checked.ts';
import { openPage } from '../harness/open-page.ts';
import { createTranslators, type Translators } from '../harness/translators.ts';
import { expect, test } from '../test-app.ts';
import { expectToast, figure } from './expect-toast.ts';

/** A center's usual tasks, by role and label: in one language in `npm test`, in both in the deep run. */

for (const [language, number] of selectByTurn(0, [
  ['en', 30],
  ['el', 31],
] as const))
  test(`completes a center’s day in ${language}: a new patient, an exam, and a corrected older exam`, async ({
    testApp,
    browser,
  }) => {
    const t = createTranslators(language);
    const fixtures = await createFixtures(testApp, number);
    const page = await openPage(browser, testApp, fixtures.center.client, { language });
    await viewDashboard(page, t);
    await registerPatient(page, t);
    await uploadNewExam(page, t, number);
    await searchHistory(page, t);
    await moveAndWithdrawExams(page, t, fixtures);
    await downloadLatest(page, t, fixtures);
    await openPatient(page, t, fixtures);
    await page.context().close();
  });

async function viewDashboard(page: Page, t: Translators): Promise<void> {
  await page.goto(screens.centerDashboard);
  await expect(page.getByRole('heading', { level: 1, name: t.center('dashboard.title') })).toBeVisible();
  await expect(figure(page, t.center('dashboard.totalPatients'))).toHaveText('2');
  await expect(figure(page, t.center('dashboard.examsThisMonth'))).toHaveText('2');
  await expect(figure(page, t.center('dashboard.recentUploads'))).toHaveText('2');
  await expect(figure(page, t.center('dashboard.storageUsed'))).toContainText(/[TGM]B/);
  const recent = page.getByRole('table', { name: t.center('dashboard.recentActivity') });
  await expect(recent.getByRole('row').filter({ hasText: t.common('status.completed') })).toHaveCount(2);
}

async function registerPatient(page: Page, t: Translators): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t.frame('navigation.centerPatients') })
    .click();
  await page.getByRole('button', { name: t.center('patients.register') }).click();
  const dialog = page.getByRole('dialog', { name: t.center('registration.title') });
  await dialog.getByRole('button', { name: t.center('patients.register') }).click();
  await expect(dialog.getByRole('textbox', { name: t.center('registration.lastName') })).toBeFocused();
  await dialog.getByLabel(t.center('registration.lastName')).fill('Ξενάκη');
  await dialog.getByLabel(t.center('registration.firstName')).fill('Δανάη');
  await dialog.getByLabel(t.center('registration.birthDate')).fill('1991-02-03');
  await chooseOption(dialog.getByRole('combobox', { name: t.common('field.gender') }), t.common('gender.Female'));
  await dialog.getByRole('button', { name: t.center('patients.register') }).click();
  await expectToast(
    page,
    t.center('registration.registered'),
    t.center('registration.registeredText', { patientId: 'P-' }),
  );
  await expect(page.getByRole('row').filter({ hasText: 'Ξενάκη Δανάη' })).toContainText(t.common('examType.none'));
}

async function uploadNewExam(page: Page, t: Translators, seed: number): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('link', { name: t.center('uploadExam') })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: t.uploadPage('title') })).toBeVisible();
  await expect(page.getByText('Ξενάκη Δανάη').first()).toBeVisible(); // the link names the patient
  await page.getByRole('button', { name: t.uploadPage('submit'), exact: true }).click();
  await expectToast(page, t.uploadPage('noFile'), t.validation('file_required'));
  const buffer = tinyDicom({ patientName: 'Ξενάκη^Δανάη', seed });
  await page
    .getByLabel(t.uploadPage('file'), { exact: true })
    .last()
    .setInputFiles({ name: 'knee.dcm', mimeType: '', buffer });
  await expectFileChecked(page, t.language);
  await chooseOption(page.getByRole('combobox', { name: t.common('field.examType') }), t.common('examType.mri'));
  await page.getByLabel(t.uploadPage('date')).fill('2026-11-02');
  await page.getByRole('button', { name: t.uploadPage('submit'), exact: true }).click();
  await expectToast(page, t.upload('toast.successful'), t.upload('toast.successfulText'));
}

async function searchHistory(page: Page, t: Translators): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t.frame('navigation.centerHistory') })
    .click();
  const expectFound = (count: number) => expect(page.getByText(t.center('history.found', { count }))).toBeVisible();
  await expectFound(3);
  await page.getByRole('searchbox', { name: t.center('exams.patient') }).fill('xenaki');
  await expectFound(1);
  await expect(page.getByRole('row').filter({ hasText: 'Ξενάκη Δανάη' })).toContainText(t.common('examType.mri'));
  const clear = await page.getByRole('button', { name: t.common('action.clearFilters') }).elementHandle();
  // both before the page is rendered again: the second change keeps the first
  await page.getByRole('combobox', { name: t.common('field.examType') }).evaluate((select, button) => {
    if (!(select instanceof HTMLSelectElement && button instanceof HTMLElement)) throw new Error('no filters');
    button.click();
    select.value = 'ct';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }, clear);
  await expectFound(2);
  const to = page.getByLabel(t.center('history.to'), { exact: true });
  await to.fill('1/1/2020');
  await to.press('Enter');
  await expect(page.getByText(t.center('history.none'))).toBeVisible();
  await page
    .getByRole('button', { name: t.common('action.clearFilters') })
    .first()
    .click();
  await expectFound(3);
}

/** Moves an exam of the wrong patient, and withdraws one that was repeated. */
async function moveAndWithdrawExams(page: Page, t: Translators, { center }: Fixtures): Promise<void> {
  const chooseAction = async (words: string) => {
    await page.getByRole('row').filter({ hasText: 'Καραγιάννης' }).getByRole('button').last().click();
    await page.getByRole('menuitem', { name: words }).click();
  };
  await chooseAction(t.center('exam.withdraw'));
  const withdraw = page.getByRole('dialog', { name: t.center('withdraw.title') });
  await withdraw.getByRole('button', { name: t.center('withdraw.keep') }).click();
  await expect(withdraw).toHaveCount(0);
  await chooseAction(t.center('exam.move'));
  const move = page.getByRole('dialog', { name: t.center('move.title') });
  await move.getByRole('combobox').fill('papadopoulou');
  await move.getByRole('option').filter({ hasText: center.patient.patientId }).click();
  await move.getByRole('button', { name: t.center('move.submit') }).click();
  await expectToast(page, t.center('move.done'), 'Παπαδοπούλου Μαρία');
  await expect(page.getByRole('row').filter({ hasText: 'Καραγιάννης' })).toHaveCount(0);

  await page.getByRole('row').filter({ hasText: 'Ξενάκη' }).getByRole('button').last().click();
  await page.getByRole('menuitem', { name: t.center('exam.withdraw') }).click();
  await withdraw.getByLabel(t.common('field.reason')).fill('Repeated');
  await withdraw.getByRole('button', { name: t.center('exam.withdraw') }).click();
  await expectToast(page, t.center('withdraw.done'));
  await expect(page.getByText(t.center('history.found', { count: 2 }))).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Ξενάκη' })).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: t.common('field.status') }).locator('option')).toHaveText([
    t.center('history.allStatuses'),
    ...listedStatuses.map((status) => t.common(`status.${status}`)),
  ]);
}

/** Downloads from the patients list: with two exams the page asks which one. */
async function downloadLatest(page: Page, t: Translators, { center }: Fixtures): Promise<void> {
  await page.goto(screens.centerPatients); // a list cached before the move would show one exam
  const row = page.getByRole('row').filter({ hasText: center.patient.patientId });
  await row.getByRole('button', { name: t.common('action.download') }).click();
  const which = page.getByRole('dialog', { name: t.center('choose.title') });
  await expect(which).toContainText('Παπαδοπούλου Μαρία');
  const downloading = page.waitForEvent('download');
  await which.getByRole('listitem').filter({ hasText: 'exam.dcm' }).last().getByRole('button').click();
  expect((await readFile(await (await downloading).path())).equals(center.file)).toBe(true);
  await expectToast(page, t.download('started'), t.download('startedText'));
}

async function openPatient(page: Page, t: Translators, { center, doctor }: Fixtures): Promise<void> {
  await page.goto(`${screens.centerPatients}?patient=${center.patient.patientId}`);
  const sheet = page.getByRole('complementary', { name: 'Παπαδοπούλου Μαρία' });
  await sheet.getByRole('button', { name: t.center('sheet.edit') }).click();
  const edit = page.getByRole('dialog', { name: t.center('edit.title', { name: 'Παπαδοπούλου Μαρία' }) });
  await edit.getByLabel(t.common('field.amka')).fill('17055012342');
  await edit.getByRole('button', { name: t.center('edit.submit') }).click();
  await expectToast(page, t.center('edit.saved'));
  await expect(sheet.getByText('*******2342')).toBeVisible();
  await sheet.getByRole('button', { name: t.center('sheet.reveal') }).click();
  await expect(sheet.getByText('170550 12342')).toBeVisible();
  await expect(sheet.getByRole('heading', { name: t.center('grants.title') })).toBeVisible();
  await expect(sheet.getByText(doctorLastName(`stage${doctor.email.match(/\d+/)?.[0]}`)).first()).toBeVisible();
  await expect(sheet.getByRole('heading', { name: t.center('log.title') })).toBeVisible();
  await sheet.getByRole('button', { name: t.center('grants.send') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t.center('grants.send') })
    .click();
  await expectToast(
    page,
    t.center('grants.sent'),
    t.center('grants.sentText', { digits: center.patient.phone?.slice(-3) ?? '' }),
  );
}
