import { readFile } from 'node:fs/promises';
import { selectByTurn } from '@medcloud/server/test/harness/depth.ts';
import { codeIn, tokenIn } from '@medcloud/server/test/harness/outbox.ts';
import { ctVolume } from '@medcloud/server/test/phantom/ct-volume.ts';
import { persons } from '@medcloud/server/test/phantom/persons.ts';
import type { Page } from '@playwright/test';
import { chooseOption } from '../harness/choose-option.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { expectFileChecked } from '../harness/expect-file-checked.ts';
import { administrator, expect, type StandaloneApp, test } from '../test-app.ts';
import { type StoryMessages, storyMessages } from './story-messages.ts';

/** The main workflow from the first sign-in to the revocation, with each role in a browser. */

interface Setting {
  name: string;
  language: keyof typeof storyMessages;
  width: number;
  height: number;
  phone: string;
  center: string;
}

const settings: Setting[] = [
  { name: 'in Greek at phone size', language: 'el', width: 390, height: 844, phone: '6900000011', center: 'MCGREEK1' },
  {
    name: 'in English on a wide screen',
    language: 'en',
    width: 1440,
    height: 900,
    phone: '6900000012',
    center: 'MCWIDE01',
  },
];

for (const setting of selectByTurn(0, settings)) {
  test(`shares an exam from center to doctor by consent ${setting.name}`, async ({ testApp, browser }) => {
    const t = storyMessages[setting.language];
    const openContext = async () => {
      const context = await browser.newContext({
        viewport: { width: setting.width, height: setting.height },
        locale: setting.language,
        acceptDownloads: true,
      });
      await context.addInitScript((language) => localStorage.setItem('medcloud-language', language), setting.language);
      const page = await context.newPage();
      const violations: string[] = [];
      page.on('console', (message) => {
        if (/Content Security Policy|Refused to/.test(message.text())) violations.push(message.text());
      });
      return { page, violations };
    };
    const admin = await openContext();
    await createCenter(admin.page, testApp, t, setting);
    const center = await openContext();
    const file = await uploadAsCenter(center.page, testApp, t, setting);
    const doctor = await openContext();
    await signUpAndApprove(doctor.page, admin.page, testApp, t, setting);
    const token = await requestAccessAsDoctor(doctor.page, testApp, t, setting);
    const patient = await openContext();
    await grantAccess(patient.page, testApp, t, token);
    await downloadAsDoctor(doctor.page, t, setting, file);
    await revokeAccess(patient.page, t);
    await expect(doctor.page.getByText(t.revoked).first()).toBeVisible();
    const violations = [admin, center, doctor, patient].flatMap((person) => person.violations);
    expect(violations).toEqual([]);
  });
}

async function createCenter(page: Page, testApp: StandaloneApp, t: StoryMessages, setting: Setting): Promise<void> {
  await page.goto(`${testApp.origin}/admin/medical-center-signup`);
  await expect(page.getByLabel(t.email, { exact: true })).toHaveValue(administrator.email);
  await page.getByLabel(t.password, { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: t.adminSignIn }).click();
  await expect(page.getByRole('heading', { level: 1, name: t.centerSignup })).toBeVisible();
  await page.getByLabel(t.centerName, { exact: true }).fill('Aegean Imaging');
  await page.getByLabel(t.email, { exact: true }).fill(`${setting.center.toLowerCase()}@example.gr`);
  await page.getByLabel(t.phone, { exact: true }).fill('2105550100');
  await page.getByLabel(t.address, { exact: true }).fill('Ακτή Μιαούλη 1, Πειραιάς');
  await page.getByLabel(t.centerId, { exact: true }).fill(setting.center);
  await page.getByLabel(t.password, { exact: true }).fill('initial secret');
  await page.getByRole('button', { name: t.createCenter }).click();
  await expect(page.getByText(t.centerCreated).first()).toBeVisible();
}

/** Signs in, registers a patient, uploads a CT slice and finds it in the history. Returns the file's bytes. */
async function uploadAsCenter(page: Page, testApp: StandaloneApp, t: StoryMessages, setting: Setting): Promise<Buffer> {
  await page.goto(`${testApp.origin}/medical-center/patients`);
  await page.getByLabel(t.centerId, { exact: true }).fill(setting.center);
  await page.getByLabel(t.password, { exact: true }).fill('initial secret');
  await page.getByRole('button', { name: t.signIn, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: t.patients })).toBeVisible();
  await page.getByRole('button', { name: t.register }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t.firstName, { exact: true }).fill('Μαρία');
  await dialog.getByLabel(t.lastName, { exact: true }).fill('Παπαδοπούλου');
  await dialog.getByLabel(t.birthDate, { exact: true }).fill('1958-03-14');
  await chooseOption(dialog.getByRole('combobox', { name: t.gender }), t.female);
  await dialog.getByLabel(t.phone).fill(setting.phone);
  await dialog.getByRole('button', { name: t.registerPatient }).click();
  await expect(page.getByText(t.registered).first()).toBeVisible();
  await page.getByRole('link', { name: t.uploadExam, exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: t.upload })).toBeVisible();
  const [patient] = persons;
  if (!patient) throw new Error('Expected at least one phantom person.');
  const [slice] = [...ctVolume({ seed: 1, slices: 1, patient })];
  if (!slice) throw new Error('Expected at least one phantom slice.');
  const file = slice.bytes;
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'thorax.dcm', mimeType: 'application/dicom', buffer: file });
  await expectFileChecked(page, setting.language);
  await chooseOption(page.getByRole('combobox', { name: t.examType }), t.ct);
  await page.getByLabel(t.examDate).fill('2026-11-01');
  // by key: what loads above may move the button away under a pointer
  await page.getByRole('button', { name: t.uploadButton, exact: true }).press('Enter');
  await expect(page.getByText(t.uploaded).first()).toBeVisible();
  await page.goto(`${testApp.origin}/medical-center/history?patientSearch=papadopoulou`);
  await expect(page.getByText('Παπαδοπούλου Μαρία').first()).toBeVisible();
  await expectAccessible(page);
  return file;
}

async function signUpAndApprove(
  page: Page,
  admin: Page,
  testApp: StandaloneApp,
  t: StoryMessages,
  setting: Setting,
): Promise<void> {
  const email = `${setting.center.toLowerCase()}@doctors.example.gr`;
  await page.goto(`${testApp.origin}/auth/doctor/signup?plan=monthly`);
  await page.getByLabel(t.firstName, { exact: true }).fill('Ελένη');
  await page.getByLabel(t.lastName, { exact: true }).fill('Σταυρίδου');
  await page.getByLabel(t.license).fill(`ISA ${setting.center}`);
  await chooseOption(page.getByRole('combobox', { name: t.specialization }), t.cardiology);
  await page.getByLabel(t.email, { exact: true }).fill(email);
  await page.getByLabel(t.password, { exact: true }).fill('doctor secret');
  await page.getByLabel(t.confirmPassword, { exact: true }).fill('doctor secret');
  await page.getByLabel(t.cardholder).fill('ELENI STAVRIDOU');
  await page.getByLabel(t.cardNumber).fill('4242424242424242');
  await page.getByLabel(t.expiry).fill('1230');
  await page.getByLabel('CVV').fill('123');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: t.createAccount }).click();
  await expect(page).toHaveURL(/\/auth\/doctor\/login/);
  await admin.goto(`${testApp.origin}/admin/approve-doctors`);
  const application = admin.getByRole('article').filter({ hasText: `ISA ${setting.center}` }); // other applications are pending too
  await application.getByRole('button', { name: t.approve }).click();
  await expect(admin.getByText(t.approved).first()).toBeVisible();
  await page.getByLabel(t.email, { exact: true }).fill(email);
  await page.getByLabel(t.password, { exact: true }).fill('doctor secret');
  await page.getByRole('button', { name: t.signIn, exact: true }).click();
  await expect(page).toHaveURL(/\/doctor\/dashboard/);
}

/** Requests access by phone and enters the code from the SMS. Returns the consent link's token. */
async function requestAccessAsDoctor(
  page: Page,
  testApp: StandaloneApp,
  t: StoryMessages,
  setting: Setting,
): Promise<string> {
  const number = `+30${setting.phone}`;
  await page.goto(`${testApp.origin}/doctor/patients`);
  await page.getByLabel(t.patientPhone).fill(setting.phone);
  await page.getByRole('button', { name: t.sendCode }).click();
  const code = codeIn((await testApp.outbox.nextSms(number, 0)).text);
  await page.getByLabel(t.code).fill(code);
  await page.getByRole('button', { name: t.verify }).click();
  await expect(page.getByText(t.waiting)).toBeVisible();
  await expectAccessible(page);
  return tokenIn((await testApp.outbox.nextSms(number, 1)).text);
}

async function grantAccess(page: Page, testApp: StandaloneApp, t: StoryMessages, token: string): Promise<void> {
  await page.goto(`${testApp.origin}/consent#${token}`);
  await expect(page.getByText('Μαρία Π.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: t.yes }).click();
  await expect(page.getByText(t.seesYourExams)).toBeVisible();
}

/** Expects the new patient without a reload, and a download equal to the upload. */
async function downloadAsDoctor(page: Page, t: StoryMessages, setting: Setting, file: Buffer): Promise<void> {
  const row = page.getByRole(setting.width < 768 ? 'listitem' : 'row').filter({ hasText: 'Παπαδοπούλου Μαρία' });
  await expect(row.last()).toBeVisible();
  await expect(row.last().getByText(t.viewExams)).toBeVisible();
  // the granted request leads to the exams
  await page.getByRole('link', { name: /^(?:Open exams|Άνοιγμα εξετάσεων): / }).click();
  await expect(page).toHaveURL(/\/doctor\/patient-exams\/P-/);
  const downloading = page.waitForEvent('download');
  if (setting.width < 768) {
    await page.getByRole('button', { name: /^(?:More actions|Περισσότερες ενέργειες): / }).click();
    await page.getByRole('menuitem', { name: t.download, exact: true }).click();
  } else await page.getByRole('button', { name: t.download }).first().click();
  await page.getByRole('button', { name: t.downloadOriginal }).click();
  const download = await downloading;
  expect((await readFile(await download.path())).equals(file)).toBe(true);
  expect(download.suggestedFilename()).toMatch(/^exam_.*\.dcm$/);
}

async function revokeAccess(page: Page, t: StoryMessages): Promise<void> {
  await page.reload();
  await expect(page.getByText(t.downloadedCt)).toBeVisible();
  await page.getByRole('button', { name: t.stop }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: t.stop }).click();
  await expect(page.getByText(t.stopped).first()).toBeVisible();
}
