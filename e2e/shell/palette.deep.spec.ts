import { routes } from '@medcloud/contract';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { tinyDicom } from '@medcloud/server/test/harness/tiny-dicom.ts';
import { persons } from '@medcloud/server/test/phantom/persons.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { administrator, expect, test } from '../test-app.ts';

const center = { centerId: 'MCPALET1', password: 'initial secret' };

test('opens a page, finds a patient and an exam, and starts an upload from the palette by keyboard only', async ({
  testApp,
  page,
}) => {
  const admin = new Client(testApp.origin, testApp.config);
  await admin.signIn(routes.auth.adminLogin.path, administrator);
  await admin.call(routes.admin.createMedicalCenter, {
    body: {
      ...center,
      name: 'Aegean Imaging',
      email: 'palette@example.gr',
      address: 'Ακτή Μιαούλη 1',
      phone: '2105550100',
    },
  });
  const client = await new Client(testApp.origin, testApp.config).signIn(routes.auth.centerLogin.path, center);
  const [person] = persons;
  if (!person) throw new Error('Expected at least one phantom person.');
  const patient = await client.call(routes.center.registerPatient, {
    body: { firstName: person.givenName, lastName: person.surname, dateOfBirth: person.birthDate, gender: person.sex },
  });
  const form = new FormData();
  for (const [name, value] of Object.entries({ patientId: patient.patientId, examType: 'ct', examDate: '2026-11-01' }))
    form.set(name, value);
  form.set('file', new Blob([new Uint8Array(tinyDicom({ patientName: '', seed: 1 }))]), 'exam.dcm');
  expect((await client.raw('POST', routes.center.uploadExam.path, { body: form })).status).toBe(201);

  await page.goto(`${testApp.origin}/medical-center/dashboard`);
  await page.getByLabel('Center ID', { exact: true }).fill(center.centerId);
  await page.getByLabel('Password', { exact: true }).fill(center.password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Later' }).click(); // the billing details
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Page, patient or exam').fill('papadopoulou');
  await expect(page.getByRole('option', { name: /Παπαδοπούλου Μαρία P-/ })).toBeVisible();
  await expect(page.getByRole('option', { name: /CT · Παπαδοπούλου Μαρία/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/medical-center\/patients\?patient=P-/);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('upload an');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/medical-center\/upload$/);
});
