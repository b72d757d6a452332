import { routes } from '@medcloud/contract';
import { ctVolume } from '@medcloud/server/test/phantom/ct-volume.ts';
import type { Person } from '@medcloud/server/test/phantom/persons.ts';
import type { Page } from '@playwright/test';
import { createFixtures, type Fixtures } from '../harness/create-fixtures.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { deepTest, expect, test } from '../test-app.ts';

/** Files are dropped before a patient is chosen: the portal says whose they are. */

let fixtures: Fixtures;
test.beforeAll(async ({ testApp }) => {
  fixtures = await createFixtures(testApp, 58);
});

const register = (firstName: string, lastName: string, dateOfBirth: string, amka?: string) =>
  fixtures.center.client.call(routes.center.registerPatient, {
    body: { firstName, lastName, dateOfBirth, gender: 'Female', amka },
  });

async function choose(page: Page, patients: Person[]): Promise<void> {
  const files = patients.flatMap((patient, index) =>
    [...ctVolume({ seed: 580 + index, patient, slices: 1 })].map(({ name, bytes }) => ({
      name: `${index}_${name.replaceAll('/', '_')}`,
      mimeType: 'application/dicom',
      buffer: bytes,
    })),
  );
  await page.locator('input[type=file]').setInputFiles(files);
}

const danai: Person = { givenName: 'Danai', surname: 'Xenaki', sex: 'Female', birthDate: '1984-02-29' };
const selectedPatient = (page: Page) => page.getByRole('button', { name: 'Choose another patient' });

test('registers an unknown person from the file and uploads, with the phone alone typed', async ({
  testApp,
  browser,
}) => {
  const page = await openPage(browser, testApp, fixtures.center.client);
  await page.goto('/medical-center/upload');
  await expect(page.getByRole('heading', { level: 1, name: 'Upload Exams' })).toBeVisible();
  await choose(page, [danai]);
  await expect(page.getByText('No patient of yours matches this file.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Register Xenaki Danai from the file' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Phone')).toBeFocused();
  await expect(dialog.getByLabel('Last name')).toHaveValue('Xenaki');
  await expect(dialog.getByLabel('Date of birth')).toHaveValue('29/02/1984');
  await page.keyboard.type('6900000580');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Upload Successful').first()).toBeVisible();
  const [exam] = await fixtures.center.client.call(routes.center.examHistory, {});
  expect(exam).toMatchObject({ patient: { lastName: 'Xenaki', firstName: 'Danai' }, inDoubt: false });
});

deepTest(
  'proposes the Greek record of a Latin file, and none of two who are equally likely',
  async ({ testApp, browser }) => {
    await register('Ελευθερία', 'Χατζηιωάννου', '1961-05-06');
    const page = await openPage(browser, testApp, fixtures.center.client, { width: 390, height: 844 });
    await page.goto('/medical-center/upload');
    const eleftheria: Person = {
      ...{ givenName: 'ELEFTHERIA', surname: 'CHATZIIOANNOU', sex: 'Female', birthDate: '1961-05-06' },
    };
    await choose(page, [eleftheria]);
    await expect(page.getByText('This looks like your patient Χατζηιωάννου Ελευθερία.')).toBeVisible();
    await expect(selectedPatient(page)).toHaveCount(0);
    await expectAccessible(page);
    await register('Ελευθερία', 'Χατζηιωάννου', '1961-05-06');
    await page.reload();
    await choose(page, [eleftheria]);
    await expect(page.getByText('Several of your patients match. Choose one.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Choose Χατζηιωάννου Ελευθερία' })).toHaveCount(2);
    await expect(selectedPatient(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Choose Χατζηιωάννου Ελευθερία' }).first().click();
    await expect(selectedPatient(page)).toHaveCount(1);
  },
);

deepTest('takes files dropped on a patient’s sheet to the upload, with this patient', async ({ testApp, browser }) => {
  const page = await openPage(browser, testApp, fixtures.center.client);
  const { patientId, firstName } = fixtures.center.patient;
  await page.goto(`/medical-center/patients?patient=${patientId}`);
  await expect(page.locator('[data-sheet]')).toContainText(firstName);
  const [image] = ctVolume({ seed: 589, patient: danai, slices: 1 });
  const dataTransfer = await page.evaluateHandle(
    (bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], 'dropped.dcm'));
      return data;
    },
    Array.from(image?.bytes ?? []),
  );
  await page.dispatchEvent('body', 'dragover', { dataTransfer });
  await expect(page.getByRole('status').filter({ hasText: 'with these files and this patient' })).toBeVisible();
  await page.dispatchEvent('body', 'drop', { dataTransfer });
  await expect(page).toHaveURL(`/medical-center/upload?patientId=${patientId}`);
  await expect(page.getByText('dropped.dcm')).toBeVisible();
  await expect(page.getByText('Drop to upload')).toHaveCount(0);
  await expect(selectedPatient(page)).toBeVisible();
});
