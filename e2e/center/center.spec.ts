import { readFile } from 'node:fs/promises';
import { routes } from '@medcloud/contract';
import type { Language } from '@medcloud/contract/languages';
import { Client } from '@medcloud/server/test/harness/client.ts';
import {
  type CenterFixture,
  createCenter,
  createDoctor,
  type DoctorFixture,
  requestAndRespond,
  signInAdmin,
} from '@medcloud/server/test/harness/fixtures.ts';
import { tokenIn } from '@medcloud/server/test/harness/outbox.ts';
import { sizedDicom } from '@medcloud/server/test/harness/sized-dicom.ts';
import type { Browser, Page } from '@playwright/test';
import { chooseOption } from '../harness/choose-option.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { expectFileChecked } from '../harness/expect-file-checked.ts';
import { openPage } from '../harness/open-page.ts';
import { writeTestFile } from '../harness/write-test-file.ts';
import { deepTest, expect, type StandaloneApp, test } from '../test-app.ts';

/** Patient sheet, an exam of the wrong patient, ended access, and sign-out during an upload. */

interface Setting {
  language: Language;
  width: number;
  height: number;
}

const wide: Setting = { language: 'en', width: 1440, height: 900 };
const phone: Setting = { language: 'el', width: 390, height: 844 };

/** Creates a center for one test, with a patient, an exam, and a doctor with a grant. */
async function createCenterFixture(
  testApp: StandaloneApp,
  number: number,
): Promise<{ center: CenterFixture; doctor: DoctorFixture; mobile: string }> {
  const mobile = `+3069000007${number}`;
  const admin = await signInAdmin(testApp);
  const plan = { name: `Aegean Imaging ${number}`, number, firstName: 'Νίκος', lastName: 'Καραγιάννης' };
  const center = await createCenter(testApp, admin, { ...plan, phone: mobile });
  const anonymous = new Client(testApp.origin, testApp.config);
  const doctor = await createDoctor({ ...testApp, anonymous }, admin, `center${number}`);
  await requestAndRespond({ ...testApp, anonymous }, doctor, mobile, 'grant', 30);
  return { center, doctor, mobile };
}

async function openSignedIn(
  testApp: StandaloneApp,
  browser: Browser,
  center: CenterFixture,
  { language, width, height }: Setting,
  path: string,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height }, acceptDownloads: true });
  await context.addInitScript((chosen) => localStorage.setItem('medcloud-language', chosen), language);
  const page = await context.newPage();
  await page.goto(`${testApp.origin}${path}`);
  await page.locator('input').first().fill(center.centerId);
  await page.locator('input[type="password"]').fill(center.password);
  await page.locator('button[type="submit"]').click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('input[type="password"]')).toHaveCount(0);
  return page;
}

test('edits details, reveals the AMKA, resends the link and shows accesses on a patient’s sheet', async ({
  testApp,
  browser,
}) => {
  const { center, doctor, mobile } = await createCenterFixture(testApp, 71);
  const { patientId } = center.patient;
  await (await doctor.client.raw('GET', `/api/download/${center.examId}`)).arrayBuffer();
  const page = await openSignedIn(testApp, browser, center, wide, '/medical-center/patients?search=karagiannis');
  await page.getByRole('row').filter({ hasText: patientId }).click();
  const sheet = page.locator('aside');
  await expect(sheet.getByText('Doctor access')).toBeVisible();
  await expect(sheet.getByText('downloaded an exam (CT)')).toBeVisible();
  await expectAccessible(page);

  await sheet.getByRole('button', { name: 'Edit details' }).click();
  const edit = page.getByRole('dialog');
  await expect(edit.getByRole('button', { name: 'Save changes' })).toHaveAttribute('aria-disabled', 'true');
  await edit.getByLabel('First name').fill('');
  await edit.getByLabel('AMKA').fill('17055012342');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(edit.getByText('First name is required')).toBeVisible();
  // what a colleague saves meanwhile is kept
  const refreshed = page.waitForResponse((response) => response.url().includes(`/patients/${patientId}`));
  const address = 'Ερμού 12, Αθήνα';
  await center.client.call(routes.center.changePatient, { params: { patientId }, body: { address } });
  await refreshed;
  await edit.getByLabel('First name').fill('Νικόλαος');
  await edit.getByLabel('Phone').fill('6900000799');
  await expect(edit.getByText('Pending requests will end')).toBeVisible();
  await expectAccessible(page);
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Details saved').first()).toBeVisible();
  await expect(sheet.getByRole('heading', { name: 'Καραγιάννης Νικόλαος' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Καραγιάννης Νικόλαος' })).toBeVisible();

  await expect(sheet.getByText(address)).toBeVisible();

  await expect(sheet.getByText('*******2342')).toBeVisible();
  await sheet.getByRole('button', { name: 'Show full AMKA' }).click();
  await expect(sheet.getByText('170550 12342')).toBeVisible();
  await sheet.getByRole('button', { name: 'Hide AMKA' }).click();
  await expect(sheet.getByText('*******2342')).toBeVisible();

  await sheet.getByRole('button', { name: 'Resend consent link' }).click();
  await expect(page.getByRole('dialog').getByText('+30 690 000 0799')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Resend consent link' }).click();
  await expect(page.getByText('ending in 799').first()).toBeVisible();
  const token = tokenIn((await testApp.outbox.nextSms('+306900000799', 0)).text);
  const patient = await browser.newPage();
  await patient.goto(`${testApp.origin}/consent#${token}`);
  await expect(patient.getByText('Νικόλαος Κ.').or(patient.getByText('Νικόλαος')).first()).toBeVisible();
  expect(await testApp.outbox.countSms(mobile)).toBe(2);
});

deepTest(
  'ends access as center, as doctor on a phone, and as administrator from the audit log',
  async ({ testApp, browser }) => {
    const { center, doctor, mobile } = await createCenterFixture(testApp, 74);
    const { patientId } = center.patient;
    const admin = await signInAdmin(testApp);
    const app = { ...testApp, anonymous: new Client(testApp.origin, testApp.config) };
    const exams = `/doctor/patient-exams/${patientId}`;
    const doctorPage = await openPage(browser, testApp, doctor.client, { language: 'en', width: 1440 });
    await doctorPage.goto(exams);
    await expect(doctorPage.getByRole('heading', { level: 1, name: 'Καραγιάννης Νίκος' })).toBeVisible();

    const page = await openPage(browser, testApp, center.client, { language: 'en', width: 1440 });
    await page.goto(`/medical-center/patients?patient=${patientId}`);
    const sheet = page.locator('aside');
    await sheet.getByRole('button', { name: 'End access' }).click();
    const question = page.getByRole('dialog', { name: /^End access for Dr\. / });
    await expect(question.getByRole('button', { name: 'End access' })).toHaveAttribute('aria-disabled', 'true');
    await question.getByRole('radio', { name: 'Granted by mistake' }).click();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'End access' }).click();
    await expect(page.getByText('Access ended').first()).toBeVisible();
    await sheet.getByRole('button', { name: '1 earlier request' }).click();
    await expect(sheet.getByText('Ended by your center · granted by mistake')).toBeVisible();
    await expect(doctorPage.getByText('Your access to this patient was revoked.', { exact: false })).toBeVisible();

    const second = await createDoctor(app, admin, 'center74b');
    await requestAndRespond(app, second, mobile, 'grant', 30);
    const phonePage = await openPage(browser, testApp, second.client, { language: 'el', width: 390, height: 844 });
    await phonePage.goto(exams);
    await phonePage.getByRole('button', { name: 'Τερματισμός της πρόσβασής μου' }).click();
    await expect(phonePage.getByRole('dialog')).toBeVisible();
    await expectAccessible(phonePage);
    await phonePage.getByRole('dialog').getByRole('button', { name: 'Τερματισμός πρόσβασης' }).click();
    await expect(phonePage).toHaveURL(/\/doctor\/patients$/);
    await expect(phonePage.getByText('Δεν υπάρχουν ακόμη ασθενείς')).toBeVisible();

    const third = await createDoctor(app, admin, 'center74c');
    await requestAndRespond(app, third, mobile, 'grant', 30);
    const auditPage = await openPage(browser, testApp, admin, { language: 'en', width: 1440 });
    await auditPage.goto(`/admin/audit?search=${patientId}`);
    await auditPage
      .getByRole('row', { name: /^Consent granted/ })
      .first()
      .click();
    await auditPage.getByRole('complementary').getByRole('button', { name: 'End access' }).click();
    await auditPage.getByRole('dialog').getByRole('radio', { name: 'Suspected misuse' }).click();
    await expectAccessible(auditPage);
    await auditPage.getByRole('dialog').getByRole('button', { name: 'End access' }).click();
    await expect(auditPage.getByRole('row', { name: /^Access ended.*Administrator/ })).toBeVisible();
    await expect(auditPage.getByRole('complementary').getByRole('button', { name: 'End access' })).toHaveCount(0);
    for (const each of [doctorPage, page, phonePage, auditPage]) await each.context().close();
  },
);

deepTest(
  'views, moves and withdraws an exam of the wrong patient with a reason, on a phone',
  async ({ testApp, browser }) => {
    const { center, doctor } = await createCenterFixture(testApp, 72);
    const right = await center.client.call(routes.center.registerPatient, {
      body: { firstName: 'Νίκη', lastName: 'Καραγιάννη', dateOfBirth: '1972-09-17', gender: 'Female' },
    });
    const page = await openSignedIn(testApp, browser, center, phone, '/medical-center/history');
    const menu = page.getByRole('button', { name: 'Περισσότερες ενέργειες: exam.dcm' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Λεπτομέρειες' }).click();
    await expect(page.getByText('Αποτύπωμα αρχείου (SHA-256)')).toBeVisible();
    await expectAccessible(page);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Λήψη', exact: true }).click();
    expect((await readFile(await (await downloading).path())).equals(center.file)).toBe(true);
    await page.goBack();

    await menu.click();
    await page.getByRole('menuitem', { name: 'Μεταφορά σε άλλον ασθενή' }).click();
    const move = page.getByRole('dialog');
    await expect(move.getByText(`Καραγιάννης Νίκος (${center.patient.patientId})`)).toBeVisible();
    await move.getByRole('combobox').fill('niki');
    await move.getByRole('option').filter({ hasText: right.patientId }).click();
    await expectAccessible(page);
    await move.getByRole('button', { name: 'Μεταφορά εξέτασης' }).click();
    await expect(page.getByText('Η εξέταση μεταφέρθηκε').first()).toBeVisible();
    const exams = page.getByRole('list', { name: 'Εξετάσεις' });
    await expect(exams.getByText('Καραγιάννη Νίκη')).toBeVisible();
    expect((await doctor.client.raw('GET', `/api/download/${center.examId}`)).status).toBe(404);

    await menu.click();
    await page.getByRole('menuitem', { name: 'Απόσυρση εξέτασης' }).click();
    const withdraw = page.getByRole('dialog');
    await withdraw.getByRole('button', { name: 'Απόσυρση εξέτασης' }).click();
    await expect(withdraw.getByText('Συμπληρώστε τον λόγο')).toBeVisible();
    await withdraw.getByLabel('Λόγος').fill('Λάθος αρχείο');
    await withdraw.getByRole('button', { name: 'Απόσυρση εξέτασης' }).click();
    await expect(page.getByText('Δεν βρέθηκαν εξετάσεις')).toBeVisible();
    await page.goto(`${testApp.origin}/medical-center/history?exam=${center.examId}`);
    await expect(page.getByText('Λάθος αρχείο')).toBeVisible();
    await expectAccessible(page);
  },
);

test('asks before signing out during an upload, and stops the upload', async ({ testApp, browser }) => {
  const { center } = await createCenterFixture(testApp, 73);
  const page = await openSignedIn(
    testApp,
    browser,
    center,
    wide,
    `/medical-center/upload?patientId=${center.patient.patientId}`,
  );
  // the first part stays in flight until the page cancels it
  const { promise: cancelled, resolve: answerCancelled } = Promise.withResolvers<void>();
  await page.route('**/api/medical-center/uploads/*', async (route) => {
    if (route.request().method() !== 'PATCH') return await route.continue();
    await cancelled;
    await route.abort();
  });
  const file = await writeTestFile('large.dcm', Buffer.concat([...sizedDicom(8_000_000)]));
  await page.locator('input[type=file]').setInputFiles(file);
  await expectFileChecked(page);
  await chooseOption(page.getByRole('combobox', { name: 'Exam type' }), 'MRI');
  await page.getByLabel('Exam date').fill('2026-11-01');
  await page.getByRole('button', { name: 'Upload exam', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Uploads' }).getByText('large.dcm')).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  const question = page.getByRole('dialog', { name: 'An upload is in progress' });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Uploads' }).getByText('large.dcm')).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await question.getByRole('button', { name: 'Log out anyway' }).click();
  await expect(page).toHaveURL(`${testApp.origin}/`);
  answerCancelled();
  const { rows } = await testApp.superuser.query('SELECT 1 FROM exams WHERE center_id = $1', [center.id]);
  expect(rows).toHaveLength(1);
});
