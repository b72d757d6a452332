import { routes } from '@medcloud/contract';
import { screenPath } from '@medcloud/contract/screens';
import { uploadExam } from '@medcloud/server/test/harness/fixtures.ts';
import { waitUntil } from '@medcloud/server/test/harness/wait-until.ts';
import { pdfOf } from '@medcloud/server/test/phantom/blood-report.ts';
import type { Page } from '@playwright/test';
import { createFixtures, type Fixtures } from '../harness/create-fixtures.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, test } from '../test-app.ts';

/** Exams uploaded as a PDF or an image open in the viewer. */

let fixtures: Fixtures;
test.beforeAll(async ({ testApp }) => {
  fixtures = await createFixtures(testApp, 79);
});

/** Creates a PDF with one line per page. */
function createPdf(lines: readonly string[]): Buffer {
  const pages = lines.map((_, index) => `${4 + 2 * index} 0 R`);
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.join(' ')}] /Count ${lines.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...lines.flatMap((line, index) => {
      const content = `BT /F1 24 Tf 72 720 Td (${line}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + 2 * index} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ]);
}

/** Marks a PDF as encrypted with an unknown password (ISO 32000-1 7.6.3). */
function encryptPdf(pdf: Buffer): Buffer {
  const digits = '00'.repeat(32);
  const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${digits}> /U <${digits}> >> /ID [<00> <00>] /Root`;
  return Buffer.from(pdf.toString('latin1').replace('/Root', encrypt), 'latin1');
}

async function upload(file: Buffer): Promise<string> {
  const { client, patient } = fixtures.center;
  const id = await uploadExam(client, patient.patientId, file, { examType: 'blood' });
  await waitUntil(async () => (await client.call(routes.exams.examToOpen, { params: { id } })).exam.viewable);
  return id;
}

/** Counts the dark pixels of a page. */
const countDarkPixels = (page: Page, name: string) =>
  page.getByRole('region', { name }).evaluate((section) => {
    const canvas = section.querySelector('canvas');
    const image = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
    return image?.data.reduce((sum, value, at) => (at % 4 === 0 && value < 128 ? sum + 1 : sum), 0);
  });

test('shows a PDF page by page, with buttons and keys', async ({ testApp, browser }) => {
  const examId = await upload(createPdf(['Haemoglobin 13.9', 'Ferritin 41', 'Glucose 92']));
  const page = await openPage(browser, testApp, fixtures.doctor.client);
  await page.goto(screenPath('examView', { examId }));
  const first = page.getByRole('region', { name: 'Page 1 of 3' });
  await expect(first).toHaveAttribute('data-state', 'rendered');
  await expect(first).toContainText('Haemoglobin 13.9');
  expect(await countDarkPixels(page, 'Page 1 of 3')).toBeGreaterThan(200);
  const bar = page.getByRole('toolbar', { name: 'Document pages' });
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
  await expect(bar).toContainText('125%');
  await expect.poll(width).toBeGreaterThan(before * 1.2);
  await bar.getByRole('button', { name: 'Zoom out' }).click();
  await expect(bar).toContainText('100%');
  await expectAccessible(page);
  await page.close();
});

test('shows a message and a download for a PDF with a password', async ({ testApp, browser }) => {
  const file = encryptPdf(createPdf(['Haemoglobin 13.9']));
  const page = await openPage(browser, testApp, fixtures.center.client);
  await page.goto(screenPath('examView', { examId: await upload(file) }));
  const message = page.getByRole('status').filter({ hasText: 'It is protected by a password.' });
  await expect(message).toBeVisible();
  const downloading = page.waitForEvent('download');
  await message.getByRole('button', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.pdf$/);
  await page.close();
});

test('draws a JPEG as any other image', async ({ testApp, browser }) => {
  const page = await openPage(browser, testApp, fixtures.center.client);
  await page.setContent('<h1 style="color: teal">Glucose 92</h1>');
  const examId = await upload(await page.screenshot({ type: 'jpeg' }));
  await page.goto(screenPath('examView', { examId }));
  await expect(page.locator('section[data-drawn=true]')).toBeVisible();
  await page.close();
});
