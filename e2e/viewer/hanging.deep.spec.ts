import { routes } from '@medcloud/contract';
import { screenPath } from '@medcloud/contract/screens';
import { buildZip } from '@medcloud/dicom/test/zip-builder.ts';
import { uploadExam } from '@medcloud/server/test/harness/fixtures.ts';
import { waitUntil } from '@medcloud/server/test/harness/wait-until.ts';
import type { Page } from '@playwright/test';
import type { Fixtures } from '../harness/create-fixtures.ts';
import { listViolations } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, testWithFixtures } from '../test-app.ts';
import { textElement, writeImage } from './write-image.ts';

/** How exams are arranged: an MR by plane, a mammogram beside a prior one, and the layout that a doctor keeps. */

const test = testWithFixtures(54);

const planes = {
  axial: { orientation: '1\\0\\0\\0\\1\\0', step: [0, 0, 8], start: [0, 0, 16] },
  sagittal: { orientation: '0\\1\\0\\0\\0\\-1', step: [8, 0, 0], start: [16, 0, 48] },
  coronal: { orientation: '1\\0\\0\\0\\0\\-1', step: [0, 8, 0], start: [0, 16, 48] },
} as const;

/** Writes a series of five images in a plane. All series of a study have one frame of reference. */
function writeSeries(study: string, number: number, plane: keyof typeof planes): Uint8Array[] {
  const { orientation, step, start } = planes[plane];
  return Array.from({ length: 5 }, (_, at) =>
    writeImage({ study, series: `${study}.${number}`, instance: `${study}.${number}.${at + 1}` }, [
      textElement(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.4'),
      textElement(0x00080060, 'CS', 'MR'),
      textElement(0x0008103e, 'LO', `${plane} ${number}`),
      textElement(0x00200011, 'IS', String(number)),
      textElement(0x00200013, 'IS', String(at + 1)),
      textElement(0x00200032, 'DS', start.map((value, axis) => value + at * (step[axis] ?? 0)).join('\\')),
      textElement(0x00200037, 'DS', orientation),
      textElement(0x00200052, 'UI', `${study}.9`),
      textElement(0x00280030, 'DS', '1\\1'),
    ]),
  );
}

/** Writes the four views of a mammogram as one series. */
const writeMammogram = (study: string): Uint8Array[] =>
  (['L MLO', 'R CC', 'L CC', 'R MLO'] as const).map((name, at) => {
    const [laterality = '', view = ''] = name.split(' ');
    return writeImage({ study, series: `${study}.1`, instance: `${study}.1.${at + 1}` }, [
      textElement(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.1.2'),
      textElement(0x00080060, 'CS', 'MG'),
      textElement(0x00181164, 'DS', '0.1\\0.1'),
      textElement(0x00185101, 'CS', view),
      textElement(0x00200013, 'IS', String(at + 1)),
      textElement(0x00200020, 'CS', laterality === 'L' ? 'A\\F' : 'P\\F'),
      textElement(0x00200062, 'CS', laterality),
    ]);
  });

type ExamType = 'mri' | 'xray';

async function upload({ center }: Fixtures, files: Uint8Array[], examType: ExamType, examDate: string) {
  const { client, patient } = center;
  const archive = Buffer.from(buildZip(files.map((content, at) => ({ name: `${at}.dcm`, content }))));
  const id = await uploadExam(client, patient.patientId, archive, { examType, examDate, mismatchReason: 'A phantom' });
  await waitUntil(async () => (await client.call(routes.exams.examToOpen, { params: { id } })).exam.viewable);
  return id;
}

const viewPath = (examId: string) => screenPath('examView', { examId });
const paneAt = (page: Page, place: number) => page.locator('section[data-pane]').nth(place);
const instancesIn = (page: Page) =>
  page.locator('section[data-pane]').evaluateAll((panes) => panes.map((pane) => pane.getAttribute('data-instance')));

test('hangs an MR by plane with reference lines, and opens another in the layout that a doctor keeps', async ({
  browser,
  testApp,
  fixtures,
}) => {
  const write = (study: string) => [
    ...writeSeries(study, 1, 'axial'),
    ...writeSeries(study, 2, 'axial'),
    ...writeSeries(study, 3, 'sagittal'),
    ...writeSeries(study, 4, 'coronal'),
  ];
  const [prior, current] = [
    await upload(fixtures, write('2.25.5411'), 'mri', '2025-02-01'),
    await upload(fixtures, write('2.25.5412'), 'mri', '2026-02-01'),
  ];
  const page = await openPage(browser, testApp, fixtures.doctor.client, { width: 1440, height: 900 });
  await page.goto(viewPath(current));
  const middle = (...series: number[]) => series.map((number) => `2.25.5412.${number}.3`);
  await expect.poll(() => instancesIn(page)).toEqual(middle(1, 3, 4, 2));

  // the axial image at z = 32 crosses the sagittal one, whose rows run down from z = 48, at its 17th of 64 rows
  const line = paneAt(page, 1).locator('[data-reference-line] line').first();
  await expect(line).toHaveCount(1);
  await expect(paneAt(page, 3).locator('[data-reference-line]')).toHaveCount(0);
  const heightOf = async () => Number(await line.getAttribute('y1'));
  const box = await paneAt(page, 1).locator('canvas').first().boundingBox();
  const fitted = Math.min(box?.width ?? 0, box?.height ?? 0);
  const rowAt = (row: number) => (box?.height ?? 0) / 2 + ((row + 0.5) / 64 - 0.5) * fitted;
  await expect.poll(async () => Math.abs((await heightOf()) - rowAt(16))).toBeLessThan(2);
  await page.keyboard.press('ArrowDown'); // 8 mm further
  await expect.poll(async () => Math.abs((await heightOf()) - rowAt(8))).toBeLessThan(2);

  await page
    .getByRole('button', { name: /^Compare with/ })
    .first()
    .click();
  await expect(page.getByText('1 year earlier')).toBeVisible();
  const chooseLayout = async (name: string) => {
    await page.getByRole('button', { name: /^Layout/ }).click();
    await page.getByRole('menuitemcheckbox', { name }).click();
  };
  await chooseLayout('1 × 2');
  await chooseLayout('Keep this layout with the prior exam for MRI');
  await expect(page.getByText('Layout kept', { exact: true })).toBeVisible();
  const fresh = await page.context().newPage();
  await fresh.goto(viewPath(current));
  await expect(fresh).toHaveURL(new RegExp(`with=${prior}`));
  await expect.poll(() => instancesIn(fresh)).toEqual(['2.25.5412.1.3', '2.25.5411.1.3']);
  expect(await listViolations(fresh)).toEqual([]);
  await page.context().close();
});

test('hangs a mammogram beside the prior one on the next pages', async ({ browser, testApp, fixtures }) => {
  await upload(fixtures, writeMammogram('2.25.5421'), 'xray', '2025-03-01');
  const current = await upload(fixtures, writeMammogram('2.25.5422'), 'xray', '2026-03-01');
  const page = await openPage(browser, testApp, fixtures.doctor.client, { width: 1440, height: 900 });
  await page.goto(viewPath(current));
  const images = (...names: string[]) => names.map((name) => `2.25.${name.replace(' ', '.1.')}`);
  const all = images('5422 2', '5422 3', '5422 4', '5422 1');
  await expect.poll(() => instancesIn(page)).toEqual(all);
  await page
    .getByRole('button', { name: /^Compare with 1 Mar 2025/ })
    .first()
    .click();
  await expect.poll(() => instancesIn(page)).toEqual(images('5422 2', '5421 2', '5422 3', '5421 3'));
  await expect(page.locator('section[data-drawn=true]')).toHaveCount(4);
  expect(await listViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(() => instancesIn(page)).toEqual(images('5422 4', '5421 4', '5422 1', '5421 1'));
  await expect(page.getByText('3 of 3')).toBeVisible();
  for (const _ of [1, 2]) await page.getByRole('button', { name: 'Previous page' }).click();
  await expect.poll(() => instancesIn(page)).toEqual(all);
  await page.context().close();
});
