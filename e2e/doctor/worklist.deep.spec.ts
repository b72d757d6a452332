import { screenPath, screens } from '@medcloud/contract/screens';
import { uploadExam } from '@medcloud/server/test/harness/fixtures.ts';
import { createFixtures } from '../harness/create-fixtures.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { createTranslators } from '../harness/translators.ts';
import { expect, test } from '../test-app.ts';

/** The doctor's first screen. */

for (const [language, number, width] of [
  ['en', 16, 1440],
  ['el', 17, 390],
] as const) {
  test(`lists what is new in ${language} at ${width} px, until it is opened or marked as seen`, async ({
    testApp,
    browser,
  }) => {
    const t = createTranslators(language);
    const { center, doctor } = await createFixtures(testApp, number);
    const page = await openPage(browser, testApp, doctor.client, { language, width, height: 900 });
    await page.goto(screens.doctorDashboard);
    await expect(page.getByText(t.doctor('worklist.none'))).toBeVisible(); // the only exam was downloaded
    const upload = (examType: string) =>
      uploadExam(center.client, center.patient.patientId, center.file, { examType, mismatchReason: 'The same file' });
    const [opened] = [await upload('mri'), await upload('xray'), await upload('ultrasound')];
    const rows = page.getByRole('tabpanel').getByRole('listitem');
    await expect(rows).toHaveCount(3); // without a reload
    const row = rows.filter({ hasText: t.common('examType.mri') });
    await expect(row).toContainText('Παπαδοπούλου Μαρία');
    await expect(row).toContainText(t.exams('isNew'));
    if (width === 390) for (const { height } of await boxesOf(rows)) expect(height).toBeLessThanOrEqual(80);
    await expectAccessible(page);

    const viewed = page.waitForResponse((response) => new URL(response.url()).pathname === `/api/exams/${opened}`);
    await row.click({ position: { x: 30, y: 30 } }); // the image
    await viewed;
    await expect(page).toHaveURL(new RegExp(`${screenPath('examView', { examId: opened })}$`));
    await page.goBack();
    await expect(rows).toHaveCount(2);
    const menu = (name: string) => page.getByRole('menuitem', { name, exact: true });
    await rows
      .filter({ hasText: t.common('examType.xray') })
      .getByRole('button', { name: /^(?:More actions|Περισσότερες ενέργειες): / })
      .press('Enter');
    await menu(t.doctor('worklist.mark')).press('Enter');
    await expect(rows).toHaveCount(1);
    await page.getByRole('tab', { name: t.doctor('worklist.all') }).click();
    await expect(rows).toHaveCount(4);
    await expect(page).toHaveURL(/show=all/);
    // what a list shows is recorded as a list, and no exam as viewed before it was opened
    const { rows: views } = await testApp.superuser.query(
      `SELECT DISTINCT object_id FROM audit_events WHERE event = 'exam_viewed' AND doctor_id = $1`,
      [doctor.id],
    );
    expect(views.map(({ object_id }) => object_id)).toEqual([opened]);
    await page.context().close();
  });
}

test('opens a waiting request’s steps in place, and names access that ends', async ({ testApp, browser }) => {
  const t = createTranslators('en');
  const { doctor, center } = await createFixtures(testApp, 18);
  await testApp.superuser.query(
    `UPDATE patient_access SET expires_at = app_now() + interval '3 days' WHERE doctor_id = $1 AND status = 'granted'`,
    [doctor.id],
  );
  const page = await openPage(browser, testApp, doctor.client, { width: 768, height: 1024 });
  await page.goto(screens.doctorDashboard);
  const waiting = page
    .getByRole('listitem')
    .filter({ hasText: t.doctor('patients.requests.consent') })
    .first();
  const toggle = waiting.getByRole('button', { name: /^Show/ });
  await toggle.press('Enter');
  await expect(waiting.getByRole('heading', { name: t.doctor('patients.waiting.title') })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(waiting.getByRole('heading', { name: t.doctor('patients.waiting.title') })).toBeVisible();
  await waiting.getByRole('button', { name: /^Hide/ }).click();
  await expect(waiting.getByRole('heading', { name: t.doctor('patients.waiting.title') })).toBeHidden();

  const ending = page.locator('section').filter({ hasText: t.doctor('worklist.ending') });
  await expect(ending.getByText('Παπαδοπούλου Μαρία').first()).toBeVisible();
  await ending.getByRole('link', { name: 'Παπαδοπούλου Μαρία', exact: true }).click();
  const { patientId } = center.patient;
  await expect(page).toHaveURL(new RegExp(`${screenPath('doctorPatientExams', { patientId })}$`));
  await page.context().close();
});

async function boxesOf(rows: { all(): Promise<{ boundingBox(): Promise<{ height: number } | null> }[]> }) {
  const boxes = await Promise.all((await rows.all()).map((one) => one.boundingBox()));
  return boxes.filter((box) => box !== null);
}
