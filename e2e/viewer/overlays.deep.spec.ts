import { routes } from '@medcloud/contract';
import { screenPath } from '@medcloud/contract/screens';
import segmentations from '@medcloud/dicom/test/objects/segmentations.json' with { type: 'json' };
import structures from '@medcloud/dicom/test/objects/structures.json' with { type: 'json' };
import { objectFile } from '@medcloud/dicom/test/read-object.ts';
import { uploadExam } from '@medcloud/server/test/harness/fixtures.ts';
import { waitUntil } from '@medcloud/server/test/harness/wait-until.ts';
import { zipOf } from '@medcloud/server/test/phantom/zip-of.ts';
import type { Page } from '@playwright/test';
import { listViolations } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, testWithFixtures } from '../test-app.ts';
import { pane } from './measure.ts';

/** Segments and structures over the images of the test files, whose places pydicom's tables have. */

const test = testWithFixtures(90);
const [rows, columns, rowMm, columnMm] = [25, 33, 1.5, 0.8];
const images = ['1', '2', '3', '4', '5'].map((number) => `ct-${number}.dcm`);
const objects = ['seg-binary.dcm', 'seg-labelmap.dcm', 'seg-fractional.dcm', 'seg-elsewhere.dcm', 'rtstruct.dcm'];

type Box = readonly [left: number, top: number, right: number, bottom: number];
type Tint = 'bright' | 'green' | 'orange';

/** Returns the box of the pixels of a tint within a part of the image, in columns and rows from the outer corner. */
async function boxOf(page: Page, tint: Tint, part: Box): Promise<Box> {
  const area = await pane(page).boundingBox();
  if (!area) throw new Error('There is no pane.');
  const scale = Math.min(area.height / (rows * rowMm), area.width / (columns * columnMm));
  const [width, height] = [columnMm * scale, rowMm * scale];
  const [left, top] = [
    area.x + (area.width - columns * width) / 2 + part[0] * width,
    area.y + (area.height - rows * height) / 2 + part[1] * height,
  ];
  const clip = { x: left, y: top, width: (part[2] - part[0]) * width, height: (part[3] - part[1]) * height };
  const picture = (await page.screenshot({ clip })).toString('base64');
  const [x, y, right, bottom] = await page.evaluate(findBox, { picture, tint });
  return [part[0] + x / width, part[1] + y / height, part[0] + right / width, part[1] + bottom / height];
}

/** Runs in the page. Returns the box in CSS pixels. */
async function findBox({ picture, tint }: { picture: string; tint: Tint }): Promise<Box> {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context?.drawImage(image, 0, 0);
  const data = context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
  const box: [number, number, number, number] = [image.width, image.height, 0, 0];
  for (let place = 0; place < data.length; place += 4) {
    const [red = 0, green = 0, blue = 0] = [data[place], data[place + 1], data[place + 2]];
    const isIn =
      tint === 'bright'
        ? red > 112 && Math.abs(red - green) < 8
        : tint === 'green'
          ? green > 150 && red < 100
          : red > 180 && blue < 110 && green < red - 40;
    if (!isIn) continue;
    const [x, y] = [(place / 4) % image.width, Math.floor(place / 4 / image.width)];
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x + 1);
    box[3] = Math.max(box[3], y + 1);
  }
  return box;
}

/** Both boxes are within one pixel of the image. */
function expectNear(found: Box, expected: readonly number[]): void {
  for (const [index, value] of found.entries())
    expect(Math.abs(value - (expected[index] ?? Number.NaN))).toBeLessThan(1);
}

test('draws segments and structures where they are, and lists those of another frame of reference', async ({
  browser,
  testApp,
  fixtures,
}) => {
  const { client, patient } = fixtures.center;
  const files = [...images, ...objects].map((name) => ({ name, bytes: Buffer.from(objectFile(name)) }));
  const archive = Buffer.concat(await Array.fromAsync(zipOf(files)));
  const id = await uploadExam(client, patient.patientId, archive);
  await waitUntil(async () => (await client.call(routes.exams.examToOpen, { params: { id } })).exam.viewable);
  const page = await openPage(browser, testApp, client);
  await page.goto(screenPath('examView', { examId: id }));
  await page.getByRole('button', { name: /^Images/ }).click();
  await expect(pane(page)).toHaveAttribute('data-drawn', 'true');
  await expect(pane(page)).toHaveAttribute('data-instance', '2.25.77001.2.3');
  await page.keyboard.press('/');
  const list = page.getByRole('complementary', { name: 'Segments and structures' });
  await expect(list.getByText('Elsewhere')).toBeVisible();
  await expect(list.getByText('These belong to images in another coordinate system')).toHaveCount(1);
  await expect(list.getByText('In another coordinate system: not drawn here')).toHaveCount(1);
  expect(await listViolations(page)).toEqual([]);

  const binary = list.locator('section').filter({ has: page.getByRole('heading', { name: 'SEGMENTS' }) });
  await list.getByRole('slider', { name: 'Opacity' }).fill('100');
  for (const [place, name] of (['binary', 'labelmap', 'fractional'] as const).entries()) {
    await binary
      .nth(place + 1)
      .getByRole('button', { name: 'Show only Bar' })
      .click();
    const expected =
      segmentations[name].find(({ image, segment }) => image === '2.25.77001.2.3' && segment === 2)?.box ?? [];
    const [left = 0, top = 0, right = 0, bottom = 0] = expected;
    const part: Box = [left - 4, top - 3, right + 4, bottom + 3];
    await expect.poll(async () => (await boxOf(page, 'green', part))[2]).toBeGreaterThan(left);
    expectNear(await boxOf(page, 'green', part), [left, top, right + 1, bottom + 1]);
  }
  await list.getByRole('button', { name: 'Show only Elsewhere' }).click();
  const bar: Box = [20, 2, 33, 15];
  expectNear(await boxOf(page, 'bright', bar), [24, 5, 30, 12]);

  await list.getByRole('button', { name: 'Show only Στόχος' }).click();
  const points = structures.find(({ region, image }) => region === 1 && image === '2.25.77001.2.3')?.points ?? [];
  const [xs, ys] = [points.map(([x = 0]) => x + 0.5), points.map(([, y = 0]) => y + 0.5)];
  const ring: Box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  expectNear(await boxOf(page, 'orange', [ring[0] - 3, ring[1] - 3, ring[2] + 3, ring[3] + 3]), ring);

  await page.keyboard.press('Home');
  await pane(page).click();
  await list.getByRole('button', { name: 'Go to Στόχος' }).click();
  await expect(pane(page)).toHaveAttribute('data-instance', '2.25.77001.2.3');
  await page.close();
});
