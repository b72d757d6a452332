import { tinyDicom } from '@medcloud/server/test/harness/tiny-dicom.ts';
import { ctVolume } from '@medcloud/server/test/phantom/ct-volume.ts';
import { mrSeries } from '@medcloud/server/test/phantom/mr-series.ts';
import type { Person } from '@medcloud/server/test/phantom/persons.ts';
import { zipOf } from '@medcloud/server/test/phantom/zip-of.ts';
import type { Locator, Page } from '@playwright/test';
import { createFixtures, type Fixtures } from '../harness/create-fixtures.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { writeTestFile } from '../harness/write-test-file.ts';
import { deepTest, expect, test } from '../test-app.ts';

/** Preflight of files before the upload, and detection of a wrong patient. */

const maria: Person = { givenName: 'Maria', surname: 'Papadopoulou', sex: 'Female', birthDate: '1950-05-17' };
const giorgos: Person = { givenName: 'Giorgos', surname: 'Karagiannis', sex: 'Male', birthDate: '1972-09-17' };

let fixtures: Fixtures;
test.beforeAll(async ({ testApp }) => {
  fixtures = await createFixtures(testApp, 77);
});

/** Two series of a person and a viewer program, as on a CD. */
async function createDiskArchive(patient: Person): Promise<Buffer> {
  const files = [
    ...ctVolume({ seed: 5, patient, slices: 3 }),
    ...mrSeries({ seed: 5, patient, slices: 2, weighting: 'T1' }),
    { name: 'VIEWER/VIEWER.EXE', bytes: Buffer.from('MZ') },
  ];
  return Buffer.concat(await Array.fromAsync(zipOf(files)));
}

const choose = async (page: Page, name: string, bytes: Buffer) =>
  page.locator('input[type=file]').setInputFiles(await writeTestFile(name, bytes));

/** Lists texts and buttons that overflow a panel. */
const listOverflowing = (panel: Locator) =>
  panel.evaluate((outer) => {
    const end = outer.getBoundingClientRect().right;
    return [...outer.querySelectorAll('button, td, th')]
      .filter((inner) => inner.getBoundingClientRect().right > end || inner.scrollWidth > inner.clientWidth + 1)
      .map((inner) => inner.textContent);
  });

async function listExams(id?: string) {
  const { client } = fixtures.center;
  const { routes } = await import('@medcloud/contract');
  return await client.call(routes.center.examHistory, { query: id === undefined ? {} : { id } });
}

deepTest(
  'suggests the patient of a disk, fills the form, and skips unticked series and other files',
  async ({ testApp, browser }) => {
    const page = await openPage(browser, testApp, fixtures.center.client);
    await page.goto('/medical-center/upload');
    await expect(page.getByRole('heading', { level: 1, name: 'Upload Exams' })).toBeVisible();
    await choose(page, 'disk.zip', await createDiskArchive(maria));
    await expect(page.getByText('2 studies · 2 series · 5 images')).toBeVisible();
    await expect(page.getByText('1 program on the disc will not be uploaded.')).toBeVisible();
    await expect(page.getByLabel('Exam date')).toHaveValue('17/03/2025');
    await page.getByRole('button', { name: 'Choose Παπαδοπούλου Μαρία' }).click();
    await expectAccessible(page);
    await page.getByRole('checkbox', { name: /2 images/ }).click();
    await page.getByRole('button', { name: 'Upload exam', exact: true }).click();
    await expect(page.getByText('Upload Successful').first()).toBeVisible();
    const [exam] = await listExams();
    expect(exam).toMatchObject({ fileName: 'disk.zip', examType: 'ct', examDate: '2025-03-17', inDoubt: false });
    const file = await fixtures.center.client.raw('GET', `/api/download/${exam?.id}`);
    expect(Buffer.from(await file.arrayBuffer()).includes('VIEWER.EXE')).toBe(false);
  },
);

test('shows a patient mismatch, and uploads only after it is confirmed', async ({ testApp, browser }) => {
  const page = await openPage(browser, testApp, fixtures.center.client);
  const { patientId } = fixtures.center.patient;
  await page.goto(`/medical-center/upload?patientId=${patientId}`);
  await expect(page.getByText('Παπαδοπούλου Μαρία').first()).toBeVisible();
  await choose(page, 'other.zip', await createDiskArchive(giorgos));
  const warning = page.getByRole('alert').filter({ hasText: 'This file may belong to another patient' });
  await expect(warning).toContainText('It matches your patient Καραγιάννης Γιώργος');
  await expect(warning.getByRole('row')).toHaveCount(4);
  const submit = page.getByRole('button', { name: 'Upload exam', exact: true });
  await expect(submit).toBeDisabled();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(warning.getByRole('button', { name: 'Upload for Παπαδοπούλου Μαρία anyway' })).toBeVisible();
  expect(await listOverflowing(warning)).toEqual([]);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await warning.getByRole('button', { name: 'Upload for Παπαδοπούλου Μαρία anyway' }).click();
  await warning.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(warning.getByText('Please enter a reason')).toBeVisible();
  await warning.getByLabel('Why is this the right patient?').fill('Wrong worklist entry');
  // one column at 1000 px, two at 1280 px
  await page.setViewportSize({ width: 1000, height: 900 });
  await expect(warning.getByLabel('Why is this the right patient?')).toHaveValue('Wrong worklist entry');
  await page.setViewportSize({ width: 1280, height: 900 });
  await warning.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('You confirmed Παπαδοπούλου Μαρία as the patient')).toBeVisible();
  await submit.click();
  await expect(page.getByText('Upload Successful').first()).toBeVisible();
  const [exam] = await listExams();
  expect(exam).toMatchObject({
    inDoubt: false,
    reason: 'Wrong worklist entry',
    mismatch: { cause: 'patient-mismatch', confirmed: true },
  });
  const doctor = await openPage(browser, testApp, fixtures.doctor.client);
  await doctor.goto(`/doctor/patient-exams/${patientId}`);
  await expect(doctor.getByText('Patient mismatch').first()).toBeVisible();
});

deepTest(
  'creates one exam per patient of dropped files, and asks for the patient of files without a name',
  async ({ testApp, browser }) => {
    // in another center: the exam of the test before makes the person certain
    fixtures = await createFixtures(testApp, 84);
    const page = await openPage(browser, testApp, fixtures.center.client, { width: 390, height: 844 });
    await page.goto('/medical-center/upload');
    await expect(page.getByRole('heading', { level: 1, name: 'Upload Exams' })).toBeVisible();
    const [one, other] = [
      ...ctVolume({ seed: 8, patient: maria, slices: 1 }),
      ...ctVolume({ seed: 9, patient: giorgos, slices: 1 }),
    ];
    const files = [one, other].flatMap((file) =>
      file ? [{ name: file.name.replaceAll('/', '_'), mimeType: 'application/dicom', buffer: file.bytes }] : [],
    );
    const nameless = tinyDicom({ patientName: '', seed: 70 });
    await page
      .locator('input[type=file]')
      .setInputFiles([{ name: 'nameless.dcm', mimeType: 'application/dicom', buffer: nameless }, ...files]);
    await expect(page.getByText('The files belong to 3 patients.')).toBeVisible();
    const card = (number: number) => page.getByRole('region', { name: `Exam ${number} of 3` });
    await card(1).getByRole('button', { name: 'Choose Παπαδοπούλου Μαρία' }).click();
    await card(2).getByRole('button', { name: 'Choose Καραγιάννης Γιώργος' }).click();
    await expect(card(3).getByText('These files contain no patient name')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Upload 3 exams' }).click();
    await expect(card(3).getByText('Patient selection is required')).toBeVisible();
    await card(3).getByRole('checkbox', { name: 'Upload this exam' }).click();
    await page.getByRole('button', { name: 'Upload 2 exams' }).click();
    const question = page.getByRole('dialog');
    const countBefore = (await listExams()).length;
    await expect(question.getByRole('listitem')).toHaveText(['Παπαδοπούλου Μαρία', 'Καραγιάννης Γιώργος']);
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Upload 2 exams' }).click();
    await expect.poll(async () => (await listExams()).length).toBe(countBefore + 2);
    const exams = await listExams();
    const names = exams.slice(0, 2).map(({ patient }) => patient.lastName);
    expect(names.sort()).toEqual(['Καραγιάννης', 'Παπαδοπούλου']);
    expect(exams.slice(0, 2).every(({ inDoubt }) => !inDoubt)).toBe(true);
  },
);
