import { screenPath } from '@medcloud/contract/screens';
import { selectByTurn } from '@medcloud/server/test/harness/depth.ts';
import { uploadExam } from '@medcloud/server/test/harness/fixtures.ts';
import { tinyDicom } from '@medcloud/server/test/harness/tiny-dicom.ts';
import { waitUntil } from '@medcloud/server/test/harness/wait-until.ts';
import { pdf } from '@medcloud/server/test/imaging/document-uploads.ts';
import { eicar, eicarName, startVirusScanner } from '@medcloud/server/test/services/virus-scanner.ts';
import { messages as greek } from '@medcloud/text/el/exams';
import { messages as english } from '@medcloud/text/en/exams';
import { createFixtures, type Fixtures } from '../harness/create-fixtures.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, type StandaloneApp, startTestApp, test } from '../test-app.ts';

const texts = { en: english.content, el: greek.content };

const wide = { language: 'en', width: 1440, height: 900 } as const;
const phone = { language: 'el', width: 390, height: 844 } as const;

/** An app with a virus scanner, an exam that waits for it, and one in which it found something. */
interface ScannedExams {
  testApp: StandaloneApp;
  fixtures: Fixtures;
  infectedId: string;
  /** Lets the scanner answer what it holds back. */
  answerHeld: () => void;
}

const waitForState = (testApp: StandaloneApp, id: string, state: string) =>
  waitUntil(async () => {
    const { rows } = await testApp.superuser.query('SELECT 1 FROM exams WHERE id = $1 AND scan_state = $2', [
      id,
      state,
    ]);
    return rows.length === 1;
  });

test.describe('virus scan', () => {
  test.describe.configure({ mode: 'serial' });
  let exams: ScannedExams;
  let close: () => Promise<void>;

  test.beforeAll(async () => {
    const scanner = await startVirusScanner();
    const app = await startTestApp({ SCAN_URL: scanner.url });
    const { testApp } = app;
    const fixtures = await createFixtures(testApp, 31);
    const upload = (bytes: Buffer) =>
      uploadExam(fixtures.center.client, fixtures.center.patient.patientId, bytes, { notes: 'Έλεγχος' });
    const infectedId = await upload(Buffer.concat([tinyDicom({ patientName: 'Παπαδοπούλου^Μαρία', seed: 31 }), eicar]));
    await waitForState(testApp, infectedId, 'infected');
    scanner.behavior = 'hold';
    await upload(tinyDicom({ patientName: 'Παπαδοπούλου^Μαρία', seed: 32 }));
    const answerHeld = () => {
      scanner.behavior = 'answer';
      scanner.answerHeld();
    };
    exams = { testApp, fixtures, infectedId, answerHeld };
    close = async () => {
      // a portal that closes lets running jobs end
      scanner.answerHeld();
      await app.close();
      await scanner.stop();
    };
  });
  test.afterAll(() => close());

  for (const setting of selectByTurn(1, [wide, phone])) {
    const t = texts[setting.language];

    test(`shows the center what was found, and gives the file after the typed word: ${setting.language}`, async ({
      browser,
    }) => {
      const { testApp, fixtures, infectedId } = exams;
      const page = await openPage(browser, testApp, fixtures.center.client, setting);
      await page.goto('/medical-center/history');
      await expect(page.getByText(t.badge.infected).first()).toBeVisible();
      await expect(page.getByText(t.badge.waiting).first()).toBeVisible();
      await expectAccessible(page);
      await page.goto(`/medical-center/history?exam=${infectedId}`);
      await expect(page.getByText(t.foundTitle)).toBeVisible();
      await expect(page.getByText(t.foundHere.replace('{virus}', eicarName))).toBeVisible();
      await expectAccessible(page);

      const sheet = page.getByRole('dialog').or(page.locator('aside')).last();
      await sheet
        .getByRole('button', { name: setting.language === 'en' ? 'Download' : 'Λήψη' })
        .first()
        .click();
      const dialog = page.getByRole('dialog', { name: t.infectedTitle });
      const confirm = dialog.getByRole('button', { name: t.downloadOriginal });
      await expect(confirm).toHaveAttribute('aria-disabled', 'true');
      await expectAccessible(page);
      await dialog.getByRole('textbox').fill('κάτι άλλο');
      await expect(confirm).toHaveAttribute('aria-disabled', 'true');
      await dialog.getByRole('textbox').fill(setting.language === 'en' ? 'Infected' : 'ΜΟΛΥΣΜΕΝΟ');
      const download = page.waitForEvent('download');
      await page.keyboard.press('Tab');
      await confirm.press('Enter');
      expect((await download).suggestedFilename()).toBe(`exam_${infectedId}.dcm`);
    });

    test(`lets the center view images of an infected exam, which the server renders: ${setting.language}`, async ({
      browser,
    }) => {
      const { testApp, fixtures, infectedId } = exams;
      const page = await openPage(browser, testApp, fixtures.center.client, setting);
      const refused = page.waitForResponse((response) => /\/frames\/1$/.test(new URL(response.url()).pathname));
      await page.goto(screenPath('examView', { examId: infectedId }));
      expect((await refused).status()).toBe(409);
      await expect(page.locator('[data-drawn=true]')).toBeVisible();
    });

    test(`lets a doctor view an exam that waits, and hides an infected one: ${setting.language}`, async ({
      browser,
    }) => {
      const { testApp, fixtures } = exams;
      const page = await openPage(browser, testApp, fixtures.doctor.client, setting);
      await page.goto(`/doctor/patient-exams/${fixtures.center.patient.patientId}`);
      const rows = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) });
      await expect(rows).toHaveCount(2);
      const waiting = rows.filter({ hasText: t.badge.waiting });
      await expect(waiting).toHaveCount(1);
      // a phone's row has no button of its own for it
      await waiting.getByRole('button', { name: /^(?:More actions|Περισσότερες ενέργειες): / }).click();
      await page.getByRole('menuitem', { name: setting.language === 'en' ? 'Download' : 'Λήψη', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: t.title });
      await expect(dialog.getByText(t.waitingText)).toBeVisible();
      await expect(dialog.getByRole('button', { name: t.downloadOriginal })).toHaveAttribute('aria-disabled', 'true');
      await expectAccessible(page);
    });
  }

  test('says in the viewer that a document waits, and shows it once it is checked', async ({ browser }) => {
    const { testApp, fixtures, answerHeld } = exams;
    const { patientId } = fixtures.center.patient;
    const id = await uploadExam(fixtures.center.client, patientId, pdf, { examType: 'blood' });
    await waitUntil(async () => {
      const { rows } = await testApp.superuser.query(`SELECT 1 FROM exams WHERE id = $1 AND imaging_state = 'ready'`, [
        id,
      ]);
      return rows.length === 1;
    });
    for (const setting of [phone, wide]) {
      const page = await openPage(browser, testApp, fixtures.doctor.client, setting);
      await page.goto(`/exams/${id}/view`);
      await expect(page.getByText((setting.language === 'en' ? english : greek).document.not_scanned)).toBeVisible();
      await expectAccessible(page);
      if (setting === phone) continue;
      answerHeld();
      await waitForState(testApp, id, 'clean');
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('img').or(page.locator('canvas')).first()).toBeVisible();
      await expect(page.getByText(english.document.not_scanned)).toBeHidden();
    }
  });

  test('shows an administrator the alarm and the scanner', async ({ browser }) => {
    const { testApp, fixtures } = exams;
    const page = await openPage(browser, testApp, fixtures.admin, phone);
    await page.goto('/admin/dashboard');
    await expect(page.getByText('Βρέθηκε ιός σε εξέταση')).toBeVisible();
    await expect(page.getByText('Ιατρική Αιγαίου 31').first()).toBeVisible();
    await expect(page.getByText('Έλεγχος για ιούς').first()).toBeVisible();
    await expectAccessible(page);
  });
});
