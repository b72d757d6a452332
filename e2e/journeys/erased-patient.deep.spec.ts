import { screenPath, screens } from '@medcloud/contract/screens';
import { runErasure } from '@medcloud/server/src/commands/run-erasure.ts';
import { selectByTurn } from '@medcloud/server/test/harness/depth.ts';
import { loginsOf } from '@medcloud/server/test/harness/logins-of.ts';
import { createFixtures } from '../harness/create-fixtures.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { createTextTranslator } from '../harness/translators.ts';
import { expect, test } from '../test-app.ts';

/** A patient is erased: what center and doctor see afterwards. In one language in `npm test`, in both in the deep run. */

for (const [language, number, size] of selectByTurn(1, [
  ['el', 88, { width: 390, height: 844 }],
  ['en', 89, { width: 1440, height: 900 }],
] as const))
  test(`shows center and doctor what is left of an erased patient, in ${language}`, async ({ testApp, browser }) => {
    const { center, doctor } = await createFixtures(testApp, number);
    const { patientId } = center.patient;
    const t = createTextTranslator('center', language);
    const asDoctor = await openPage(browser, testApp, doctor.client, { language, ...size });
    await asDoctor.goto(screenPath('doctorPatientExams', { patientId }));
    await expect(asDoctor.getByRole('heading', { level: 3 })).toHaveCount(1);

    await runErasure(
      testApp.config,
      { logins: loginsOf(testApp), isTestDatabase: true },
      { patientId, backupFolders: [], confirm: async () => patientId },
    );

    const asCenter = await openPage(browser, testApp, center.client, { language, ...size });
    await asCenter.goto(`${screens.centerPatients}?patient=${patientId}`);
    await expect(asCenter.getByText(createTextTranslator('common', language)('erasedPatient')).first()).toBeVisible();
    await expect(asCenter.getByText(t('patients.erasedNote', { date: '' }).slice(-60)).first()).toBeVisible();
    await expectAccessible(asCenter);
    for (const name of ['Παπαδοπούλου', 'Μαρία'])
      expect(await asCenter.locator('body').innerText()).not.toContain(name);
    await asCenter.goto(`${screens.centerPatients}?search=Papadopoulou`);
    await expect(asCenter.getByText(t('patients.noMatch'))).toBeVisible();

    await asDoctor.reload();
    await expect(asDoctor.getByText(createTextTranslator('faults', language)('access_revoked'))).toBeVisible();
    await expectAccessible(asDoctor);
    await asDoctor.goto(screenPath('examView', { examId: center.examId }));
    await expect(asDoctor.getByText(createTextTranslator('viewer', language)('closed.access_revoked'))).toBeVisible();
    // what the doctor did stays, with the number of the patient and without the name
    await asDoctor.goto(screens.doctorDashboard);
    await expect(asDoctor.getByText(patientId).first()).toBeVisible();
    expect(await asDoctor.locator('main').innerText()).not.toContain('Παπαδοπούλου');
  });
