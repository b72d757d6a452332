import { routes } from '@medcloud/contract';
import { screenPath } from '@medcloud/contract/screens';
import { uploadExam } from '@medcloud/server/test/harness/cast.ts';
import { eventually } from '@medcloud/server/test/harness/leftovers.ts';
import { pdfOf } from '@medcloud/server/test/phantom/blood-report.ts';
import type { Page } from '@playwright/test';
import { accessible } from './accessible.ts';
import { expect, test } from './portal.ts';
import { pageOf } from './signed-in.ts';
import { type Stage, setStage } from './stage.ts';

/** Exams that came as a PDF or a picture are read in the viewer, without another program. */

let stage: Stage;
test.beforeAll(async ({ portal }) => {
  stage = await setStage(portal, 79);
});

/** A PDF whose pages hold one line each; with what stands behind in its trailer. */
function pdfWith(lines: readonly string[]): Buffer {
  const pages = lines.map((_, place) => `${4 + 2 * place} 0 R`);
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.join(' ')}] /Count ${lines.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...lines.flatMap((line, place) => {
      const drawn = `BT /F1 24 Tf 72 720 Td (${line}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + 2 * place} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
      ];
    }),
  ]);
}

/** The same, to be opened with a password that nobody knows (ISO 32000-1 7.6.3). */
function locked(pdf: Buffer): Buffer {
  const digits = '00'.repeat(32);
  const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${digits}> /U <${digits}> >> /ID [<00> <00>] /Root`;
  return Buffer.from(pdf.toString('latin1').replace('/Root', encrypt), 'latin1');
}

async function upload(file: Buffer): Promise<string> {
  const { client, patient } = stage.center;
  const id = await uploadExam(client, patient.patientId, file, { examType: 'blood' });
  await eventually(async () => (await client.call(routes.exams.examToOpen, { params: { id } })).exam.viewable);
  return id;
}

/** How many points of a page are not white. */
const inkOf = (page: Page, name: string) =>
  page.getByRole('region', { name }).evaluate((section) => {
    const canvas = section.querySelector('canvas');
    const picture = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
    return picture?.data.reduce((sum, value, at) => (at % 4 === 0 && value < 128 ? sum + 1 : sum), 0);
  });

test('a PDF is read page by page, with buttons and keys', async ({ portal, browser }) => {
  const examId = await upload(pdfWith(['Haemoglobin 13.9', 'Ferritin 41', 'Glucose 92']));
  const page = await pageOf(browser, portal, stage.doctor.client);
  await page.goto(screenPath('examView', { examId }));
  const first = page.getByRole('region', { name: 'Page 1 of 3' });
  await expect(first).toHaveAttribute('data-state', 'painted');
  await expect(first).toContainText('Haemoglobin 13.9');
  expect(await inkOf(page, 'Page 1 of 3')).toBeGreaterThan(200);
  const bar = page.getByRole('toolbar', { name: 'Pages of the document' });
  await page.keyboard.press('PageDown');
  await expect(bar).toContainText('Page 2 of 3');
  await bar.getByRole('button', { name: 'Next page' }).click();
  await expect(bar).toContainText('Page 3 of 3');
  await expect(page.getByRole('region', { name: 'Page 3 of 3' })).toContainText('Glucose 92');
  await page.keyboard.press('Home');
  await expect(bar).toContainText('Page 1 of 3');
  const width = async () => (await first.boundingBox())?.width ?? 0;
  const before = await width();
  await page.keyboard.press('+');
  await expect(bar).toContainText('125 %');
  await expect.poll(width).toBeGreaterThan(before * 1.2);
  await bar.getByRole('button', { name: 'Smaller' }).click();
  await expect(bar).toContainText('100 %');
  await accessible(page);
  await page.close();
});

test('a PDF under a password says so, and can be downloaded', async ({ portal, browser }) => {
  const file = locked(pdfWith(['Haemoglobin 13.9']));
  const page = await pageOf(browser, portal, stage.center.client);
  await page.goto(screenPath('examView', { examId: await upload(file) }));
  const said = page.getByRole('status').filter({ hasText: 'It is protected by a password.' });
  await expect(said).toBeVisible();
  const begun = page.waitForEvent('download');
  await said.getByRole('button', { name: 'Download' }).click();
  expect((await begun).suggestedFilename()).toMatch(/\.pdf$/);
  await page.close();
});

test('a JPEG is drawn as any other picture', async ({ portal, browser }) => {
  const page = await pageOf(browser, portal, stage.center.client);
  await page.setContent('<h1 style="color: teal">Glucose 92</h1>');
  const examId = await upload(await page.screenshot({ type: 'jpeg' }));
  await page.goto(screenPath('examView', { examId }));
  await expect(page.locator('section[data-drawn=true]')).toBeVisible();
  await page.close();
});
