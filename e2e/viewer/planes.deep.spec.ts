import { routes } from '@medcloud/contract';
import { screenPath } from '@medcloud/contract/screens';
import { uploadExam } from '@medcloud/server/test/harness/fixtures.ts';
import { waitUntil } from '@medcloud/server/test/harness/wait-until.ts';
import { ctVolume } from '@medcloud/server/test/phantom/ct-volume.ts';
import { persons } from '@medcloud/server/test/phantom/persons.ts';
import { zipOf } from '@medcloud/server/test/phantom/zip-of.ts';
import type { Page } from '@playwright/test';
import { openPage } from '../harness/open-page.ts';
import { expect, testWithFixtures } from '../test-app.ts';

/** The planes of a volume: missing images, slabs, turned planes, measurements. */

const [first] = persons;
if (!first) throw new Error('Expected at least one phantom person.');
const patient = first;

const test = testWithFixtures(83);

let examId: string;
test.beforeAll(async ({ fixturesFor }) => {
  const { center } = await fixturesFor(83);
  // 16 images, of which two in the middle are missing
  const files = [...ctVolume({ seed: 7, patient, slices: 16 })].filter((_, index) => index < 7 || index > 8);
  const archive = Buffer.concat(await Array.fromAsync(zipOf(files)));
  examId = await uploadExam(center.client, center.patient.patientId, archive);
  await waitUntil(async () => {
    const { exam } = await center.client.call(routes.exams.examToOpen, { params: { id: examId } });
    return exam.viewable;
  });
});

async function openPlanes(page: Page): Promise<void> {
  await page.goto(screenPath('examView', { examId }));
  await expect(page.locator('section[data-drawn=true]')).toHaveCount(1);
  await page.keyboard.press('m');
  await expect(page.locator('main[data-mpr=standing]')).toBeVisible();
}

/** Returns the pixels of a plane in one number. */
const sumOf = (page: Page, plane: string) =>
  page
    .getByRole('region', { name: plane })
    .locator('canvas')
    .evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) return 0;
      const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
      return data?.reduce((sum, value, at) => (at % 4 === 0 ? sum + value : sum), 0) ?? 0;
    });

test('names the patient on each plane, says what is missing, thickens and turns', async ({
  browser,
  testApp,
  fixtures,
}) => {
  const page = await openPage(browser, testApp, fixtures.center.client);
  await openPlanes(page);
  for (const name of ['Axial', 'Coronal', 'Sagittal'])
    await expect(page.getByRole('region', { name }).getByText('14 Mar 1958')).toBeVisible();
  await expect(page.getByText('2 images are missing: shown hatched.')).toBeVisible();
  const single = await sumOf(page, 'Axial');
  await page.keyboard.press(']');
  await page.keyboard.press(']');
  await page.keyboard.press(']');
  await page.keyboard.press(']');
  await page.keyboard.press(']'); // 30 mm: at least two images
  await expect(page.getByRole('button', { name: 'Thick slab: Maximum (MIP) 30 mm' })).toBeVisible();
  await expect.poll(() => sumOf(page, 'Axial')).toBeGreaterThan(single);
  await page.getByLabel('Thickness in mm').fill('45');
  await expect(page.getByRole('button', { name: 'Thick slab: Maximum (MIP) 45 mm' })).toBeVisible();
  await page.getByRole('button', { name: 'Thick slab' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Single slices' }).click();
  await expect.poll(() => sumOf(page, 'Axial')).toBe(single);
  await page.getByRole('slider', { name: 'Position, Axial' }).focus();
  await page.keyboard.press('t');
  const coronal = page.getByRole('region', { name: 'Coronal' });
  for (let degrees = 0; degrees < 60; degrees++) await page.keyboard.press('Shift+ArrowRight');
  await expect(coronal.getByText('PL')).toBeAttached();
  await page.keyboard.press('0');
  await expect(coronal.getByText('L', { exact: true })).toBeAttached();
  await page.context().close();
});

test('measures on planes by mouse and by keys', async ({ browser, testApp, fixtures }) => {
  const page = await openPage(browser, testApp, fixtures.center.client);
  await openPlanes(page);
  const measurements = page.locator('[data-measurement]');
  const box = await page.getByRole('region', { name: 'Axial' }).boundingBox();
  if (!box) throw new Error('The plane is not visible.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.keyboard.press('e');
  await page.mouse.move(x - 40, y - 40);
  await page.mouse.down();
  await page.mouse.move(x, y);
  await page.mouse.move(x + 40, y + 40);
  await page.mouse.up();
  await expect(measurements).toHaveCount(1);
  await expect(measurements.locator('[data-line]').first()).toHaveText(/-?[\d.]+ HU ± [\d.]+/);
  await page.keyboard.press('l');
  await page.getByRole('slider', { name: 'Position, Axial' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: /Length set\. [\d.]+ mm/ })).toHaveCount(1);
  await expect(measurements).toHaveCount(2);
  await page.keyboard.press('ArrowDown'); // on the next image there is none
  await expect(measurements).toHaveCount(0);
  await page.keyboard.press('ArrowUp');
  await expect(measurements).toHaveCount(2);
  await page.keyboard.press('Delete');
  await expect(measurements).toHaveCount(1);
  await page.context().close();
});

test('closes menus and tooltips with Escape, and leaves none over the planes', async ({
  browser,
  testApp,
  fixtures,
}) => {
  const page = await openPage(browser, testApp, fixtures.center.client);
  await openPlanes(page);
  const slab = page.getByRole('button', { name: /^Thick slab/ });
  await slab.click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.getByRole('button', { name: 'Invert' }).hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await slab.click();
  await page.getByRole('menuitemcheckbox', { name: '10 mm' }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  // its tooltip would open with the focus
  await expect(page.getByRole('button', { name: /10 mm/ })).not.toBeFocused();
  await expect(page.locator('main[data-mpr=standing]')).toBeVisible();
});
