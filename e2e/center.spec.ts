import { readFile } from 'node:fs/promises';
import { routes } from '@medcloud/contract';
import {
  askedAndAnswered,
  type CenterCast,
  type DoctorCast,
  makeCenter,
  makeDoctor,
  signInAdmin,
} from '@medcloud/server/test/harness/cast.ts';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { tokenIn } from '@medcloud/server/test/harness/outbox.ts';
import { sizedDicom } from '@medcloud/server/test/harness/sized-dicom.ts';
import type { Browser, Page } from '@playwright/test';
import { accessible } from './accessible.ts';
import { onDisk } from './on-disk.ts';
import { deepTest, expect, type Portal, test } from './portal.ts';
import { pageOf } from './signed-in.ts';

/** A receptionist and a radiographer at work: a patient's sheet, an exam at the wrong patient, an upload under way. */

interface Setting {
  language: 'en' | 'el';
  width: number;
  height: number;
}

const wide: Setting = { language: 'en', width: 1440, height: 900 };
const phone: Setting = { language: 'el', width: 390, height: 844 };

/** A center of this test alone, with a patient, an exam, and a doctor who may see it. */
async function furnish(
  portal: Portal,
  number: number,
): Promise<{ center: CenterCast; doctor: DoctorCast; mobile: string }> {
  const mobile = `+3069000007${number}`;
  const admin = await signInAdmin(portal);
  const plan = { name: `Aegean Imaging ${number}`, number, firstName: 'Νίκος', lastName: 'Καραγιάννης' };
  const center = await makeCenter(portal, admin, { ...plan, phone: mobile });
  const anonymous = new Client(portal.origin, portal.config);
  const doctor = await makeDoctor({ ...portal, anonymous }, admin, `center${number}`);
  await askedAndAnswered({ ...portal, anonymous }, doctor, mobile, 'grant', 30);
  return { center, doctor, mobile };
}

async function open(
  portal: Portal,
  browser: Browser,
  center: CenterCast,
  { language, width, height }: Setting,
  path: string,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height }, acceptDownloads: true });
  await context.addInitScript((chosen) => localStorage.setItem('medcloud-language', chosen), language);
  const page = await context.newPage();
  await page.goto(`${portal.origin}${path}`);
  await page.locator('input').first().fill(center.centerId);
  await page.locator('input[type="password"]').fill(center.password);
  await page.locator('button[type="submit"]').click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('input[type="password"]')).toHaveCount(0);
  return page;
}

test('a patient’s sheet: details corrected, AMKA shown, the link sent to the new number, who looked', async ({
  portal,
  browser,
}) => {
  const { center, doctor, mobile } = await furnish(portal, 71);
  const { patientId } = center.patient;
  await (await doctor.client.raw('GET', `/api/download/${center.examId}`)).arrayBuffer();
  const page = await open(portal, browser, center, wide, '/medical-center/patients?search=karagiannis');
  await page.getByRole('row').filter({ hasText: patientId }).click();
  const sheet = page.locator('aside');
  await expect(sheet.getByText('Who may see these exams')).toBeVisible();
  await expect(sheet.getByText('downloaded CT')).toBeVisible();
  await accessible(page);

  await sheet.getByRole('button', { name: 'Edit details' }).click();
  const edit = page.getByRole('dialog');
  await expect(edit.getByRole('button', { name: 'Save changes' })).toHaveAttribute('aria-disabled', 'true');
  await edit.getByLabel('First name').fill('');
  await edit.getByLabel('AMKA').fill('17055012342');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(edit.getByText('First name is required')).toBeVisible();
  await edit.getByLabel('First name').fill('Νικόλαος');
  await edit.getByLabel('Phone').fill('6900000799');
  await expect(edit.getByText('requests that wait for an answer end')).toBeVisible();
  await accessible(page);
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Details saved').first()).toBeVisible();
  await expect(sheet.getByRole('heading', { name: 'Καραγιάννης Νικόλαος' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Καραγιάννης Νικόλαος' })).toBeVisible();

  await expect(sheet.getByText('*******2342')).toBeVisible();
  await sheet.getByRole('button', { name: 'Show the whole AMKA' }).click();
  await expect(sheet.getByText('170550 12342')).toBeVisible();
  await sheet.getByRole('button', { name: 'Hide the AMKA' }).click();
  await expect(sheet.getByText('*******2342')).toBeVisible();

  await sheet.getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByRole('dialog').getByText('+30 690 000 0799')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByText('ending in 799').first()).toBeVisible();
  const token = tokenIn((await portal.outbox.nextSms('+306900000799', 0)).text);
  const patient = await browser.newPage();
  await patient.goto(`${portal.origin}/consent#${token}`);
  await expect(patient.getByText('Νικόλαος Κ.').or(patient.getByText('Νικόλαος')).first()).toBeVisible();
  expect(await portal.outbox.countSms(mobile)).toBe(2);
});

deepTest(
  'access ends by the center, by a doctor on a phone, and by the administrator from the trail',
  async ({ portal, browser }) => {
    const { center, doctor, mobile } = await furnish(portal, 74);
    const { patientId } = center.patient;
    const admin = await signInAdmin(portal);
    const world = { ...portal, anonymous: new Client(portal.origin, portal.config) };
    const exams = `/doctor/patient-exams/${patientId}`;
    const reading = await pageOf(browser, portal, doctor.client, { language: 'en', width: 1440 });
    await reading.goto(exams);
    await expect(reading.getByRole('heading', { level: 1, name: 'Καραγιάννης Νίκος' })).toBeVisible();

    const page = await pageOf(browser, portal, center.client, { language: 'en', width: 1440 });
    await page.goto(`/medical-center/patients?patient=${patientId}`);
    const sheet = page.locator('aside');
    await sheet.getByRole('button', { name: 'End access' }).click();
    const question = page.getByRole('dialog', { name: /^End the access of Dr\. / });
    await expect(question.getByRole('button', { name: 'End access' })).toHaveAttribute('aria-disabled', 'true');
    await question.getByRole('radio', { name: 'Given by mistake' }).click();
    await accessible(page);
    await question.getByRole('button', { name: 'End access' }).click();
    await expect(page.getByText('Access ended').first()).toBeVisible();
    await sheet.getByRole('button', { name: '1 earlier request' }).click();
    await expect(sheet.getByText('Ended by your center · by mistake')).toBeVisible();
    await expect(reading.getByText('The access to this patient was stopped.', { exact: false })).toBeVisible();

    const second = await makeDoctor(world, admin, 'center74b');
    await askedAndAnswered(world, second, mobile, 'grant', 30);
    const phonePage = await pageOf(browser, portal, second.client, { language: 'el', width: 390, height: 844 });
    await phonePage.goto(exams);
    await phonePage.getByRole('button', { name: 'Παραίτηση από την πρόσβαση' }).click();
    await expect(phonePage.getByRole('dialog')).toBeVisible();
    await accessible(phonePage);
    await phonePage.getByRole('dialog').getByRole('button', { name: 'Παραίτηση από την πρόσβαση' }).click();
    await expect(phonePage).toHaveURL(/\/doctor\/patients$/);
    await expect(phonePage.getByText('Κανένας διαθέσιμος ασθενής ακόμη')).toBeVisible();

    const third = await makeDoctor(world, admin, 'center74c');
    await askedAndAnswered(world, third, mobile, 'grant', 30);
    const trail = await pageOf(browser, portal, admin, { language: 'en', width: 1440 });
    await trail.goto(`/admin/audit?search=${patientId}`);
    await trail
      .getByRole('row', { name: /^Consent granted/ })
      .first()
      .click();
    await trail.getByRole('complementary').getByRole('button', { name: 'End access' }).click();
    await trail.getByRole('dialog').getByRole('radio', { name: 'misused' }).click();
    await accessible(trail);
    await trail.getByRole('dialog').getByRole('button', { name: 'End access' }).click();
    await expect(trail.getByRole('row', { name: /^Consent revoked.*Administrator/ })).toBeVisible();
    await expect(trail.getByRole('complementary').getByRole('button', { name: 'End access' })).toHaveCount(0);
    for (const each of [reading, page, phonePage, trail]) await each.context().close();
  },
);

deepTest(
  'an exam of the wrong patient, on a phone: seen, moved, and withdrawn with a reason',
  async ({ portal, browser }) => {
    const { center, doctor } = await furnish(portal, 72);
    const right = await center.client.call(routes.center.registerPatient, {
      body: { firstName: 'Νίκη', lastName: 'Καραγιάννη', dateOfBirth: '1972-09-17', gender: 'Female' },
    });
    const page = await open(portal, browser, center, phone, '/medical-center/history');
    const menu = page.getByRole('button', { name: 'Περισσότερα για το exam.dcm' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Λεπτομέρειες' }).click();
    await expect(page.getByText('Σφραγίδα του πρωτοτύπου')).toBeVisible();
    await accessible(page);
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
    await accessible(page);
    await move.getByRole('button', { name: 'Μεταφορά εξέτασης' }).click();
    await expect(page.getByText('Η εξέταση μεταφέρθηκε').first()).toBeVisible();
    const exams = page.getByRole('list', { name: 'Εξετάσεις' });
    await expect(exams.getByText('Καραγιάννη Νίκη')).toBeVisible();
    expect((await doctor.client.raw('GET', `/api/download/${center.examId}`)).status).toBe(404);

    await menu.click();
    await page.getByRole('menuitem', { name: 'Απόσυρση εξέτασης' }).click();
    const withdraw = page.getByRole('dialog');
    await withdraw.getByRole('button', { name: 'Απόσυρση εξέτασης' }).click();
    await expect(withdraw.getByText('Γράψτε την αιτία')).toBeVisible();
    await withdraw.getByLabel('Αιτία').fill('Λάθος αρχείο');
    await withdraw.getByRole('button', { name: 'Απόσυρση εξέτασης' }).click();
    await expect(page.getByText('Δεν βρέθηκαν εξετάσεις')).toBeVisible();
    await page.goto(`${portal.origin}/medical-center/history?exam=${center.examId}`);
    await expect(page.getByText('Λάθος αρχείο')).toBeVisible();
    await accessible(page);
  },
);

test('logging out while an upload runs asks first, and stops it', async ({ portal, browser }) => {
  const { center } = await furnish(portal, 73);
  const page = await open(
    portal,
    browser,
    center,
    wide,
    `/medical-center/upload?patientId=${center.patient.patientId}`,
  );
  // its first part is on its way until the page gives it up
  await page.route('**/api/medical-center/uploads/*', async (route) => {
    if (route.request().method() !== 'PATCH') await route.continue();
  });
  const file = await onDisk('large.dcm', Buffer.concat([...sizedDicom(8_000_000)]));
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('combobox', { name: 'Exam type' }).click();
  await page.getByRole('option', { name: 'MRI' }).click();
  await page.getByLabel('Exam date').fill('2026-11-01');
  await page.getByRole('button', { name: 'Upload Exam', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Uploads' }).getByText('large.dcm')).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  const question = page.getByRole('dialog', { name: 'An upload is under way' });
  await expect(question).toBeVisible();
  await accessible(page);
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Uploads' }).getByText('large.dcm')).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await question.getByRole('button', { name: 'Stop and log out' }).click();
  await expect(page).toHaveURL(`${portal.origin}/`);
  const { rows } = await portal.house.portal.db.pool.query('SELECT 1 FROM exams WHERE center_id = $1', [center.id]);
  expect(rows).toHaveLength(1);
});
