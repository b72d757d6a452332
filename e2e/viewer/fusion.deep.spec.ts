import { screenPath } from '@medcloud/contract/screens';
import type { Locator, Page } from '@playwright/test';
import { listViolations } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, testWithFixtures } from '../test-app.ts';
import { countPixels, openPetCt, uploadPetCt } from './open-pet-ct.ts';

/** PET over CT by mouse, keys and on a phone: colors, windows, measurements, the turning projection, and why not. */

const test = testWithFixtures(60);
const wide = { width: 1440, height: 900 };

let examId: string;
test.beforeAll(async ({ fixturesFor }) => {
  examId = await uploadPetCt(await fixturesFor(60), { studyDate: '2025-04-02' });
});

/** Draws from corner to corner around the middle of a view. */
async function dragAround(page: Page, view: Locator, half: number): Promise<void> {
  const box = await view.boundingBox();
  if (!box) throw new Error('The view is not visible.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x - half, y - half);
  await page.mouse.down();
  await page.mouse.move(x, y);
  await page.mouse.move(x + half, y + half);
  await page.mouse.up();
}

const turnOf = (page: Page) => page.getByRole('slider', { name: 'Turn the PET MIP' });

test('turns the projection by keys and by a drag, and leads from it to the brightest place', async ({
  browser,
  testApp,
  fixtures,
}) => {
  const page = await openPage(browser, testApp, fixtures.center.client, wide);
  await openPetCt(page, examId);
  const turn = turnOf(page);
  await expect(turn).toHaveAttribute('aria-valuetext', '0°, from the front');
  await turn.focus();
  const slice = page.getByRole('slider', { name: 'Position, CT' });
  const before = await slice.getAttribute('aria-valuenow');
  await page.keyboard.press('ArrowLeft');
  await expect(turn).toHaveAttribute('aria-valuetext', '350°, from the front');
  for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowRight');
  await expect(turn).toHaveAttribute('aria-valuetext', '90°, from the left');
  await expect(slice).toHaveAttribute('aria-valuenow', before ?? ''); // arrows turn and do not scroll
  const box = await turn.boundingBox();
  if (!box) throw new Error('The projection is not visible.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 45, y);
  await page.mouse.move(x + 91, y);
  await page.mouse.up();
  await expect(turn).toHaveAttribute('aria-valuetext', '0°, from the front');
  await page.mouse.click(x, box.y + box.height * 0.3); // nearer to the head, where the last images are
  await expect.poll(async () => Number(await slice.getAttribute('aria-valuenow'))).toBeGreaterThan(Number(before));
  await page.context().close();
});

test('measures SUV and HU in one area, on each plane, and fuses three planes', async ({
  browser,
  testApp,
  fixtures,
}) => {
  const page = await openPage(browser, testApp, fixtures.center.client, wide);
  await openPetCt(page, examId);
  await page.keyboard.press('e');
  await dragAround(page, page.getByRole('region', { name: 'Fused' }), 40);
  const lines = page.getByRole('region', { name: 'Fused' }).locator('[data-line]');
  await expect(lines.nth(0)).toHaveText(/^SUVmax \d+\.\d+$/);
  await expect(lines.nth(1)).toHaveText(/^SUVmean \d+(\.\d+)?$/);
  await expect(lines.nth(2)).toHaveText(/HU ±/);
  await expect(page.locator('[data-measurement]')).toHaveCount(3); // on CT and PET too
  await page.getByRole('button', { name: 'Coronal' }).click();
  await expect(page.locator('[data-measurement]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Three planes' }).click();
  const colored = await countPixels(page, 'Axial');
  await page.keyboard.press('h'); // takes the PET off
  await expect.poll(async () => (await countPixels(page, 'Axial')).colored).toBeLessThan(colored.colored / 2);
  await page.keyboard.press('h');
  await expect(page.locator('main[data-fusion=standing]')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Three planes' })).toHaveAttribute('aria-pressed', 'true');
  await page.context().close();
});

test('changes window and colors, and shows the same arrangement after a reload', async ({
  browser,
  testApp,
  fixtures,
}) => {
  const page = await openPage(browser, testApp, fixtures.center.client, wide);
  await openPetCt(page, examId);
  const before = await countPixels(page, 'Fused');
  await page.getByRole('button', { name: 'PET window: SUV 0–7' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'SUV 0–5' }).click();
  await page.getByRole('button', { name: 'Colors: Hot Iron' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'PET 20 Step' }).click();
  await expect.poll(() => countPixels(page, 'Fused')).not.toEqual(before);
  await expect(page.getByRole('button', { name: 'PET window: SUV 0–5' })).toBeVisible();
  expect(await listViolations(page)).toEqual([]);
  await page.reload();
  await expect(page.locator('main[data-fusion=standing]')).toBeVisible();
  await expect(page.locator('[data-mip=standing]')).toBeVisible();
  await page.getByRole('button', { name: 'End fusion' }).click();
  await expect(page.locator('main[data-mpr=standing]')).toBeVisible();
  await expect(page.locator('main[data-fusion]')).toHaveCount(0);
  await page.context().close();
});

test('shows one view on a phone, in Greek too', async ({ browser, testApp, fixtures }) => {
  const page = await openPage(browser, testApp, fixtures.center.client, { width: 390, height: 844 });
  await page.goto(screenPath('examView', { examId }));
  await expect(page.locator('section[data-drawn=true]')).toHaveCount(1);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'MPR (three planes)' }).click();
  await expect(page.locator('main[data-mpr=standing]')).toBeVisible();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Fuse PET and CT' }).click();
  await expect(page.locator('main[data-fusion=standing]')).toBeVisible();
  await expect(page.locator('main canvas')).toHaveCount(1);
  await page.getByRole('button', { name: 'PET-CT', exact: true }).click();
  await page.getByRole('button', { name: 'PET MIP' }).click();
  await expect(page.locator('[data-mip=standing]')).toBeVisible();
  await expect(page.locator('main canvas')).toHaveCount(1);
  expect(await listViolations(page)).toEqual([]);
  await page.evaluate(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'medcloud-language', newValue: 'el' }));
  });
  await expect(page.getByRole('button', { name: 'Τρία επίπεδα' })).toBeVisible();
  await expect(page.getByText(/0°, από μπροστά/)).toBeVisible();
  expect(await listViolations(page)).toEqual([]);
  await page.context().close();
});

test('says why a PET of another frame of reference is not fused', async ({ browser, testApp, fixtures }) => {
  const other = await uploadPetCt(fixtures, { studyDate: '2025-04-03', petFrameOfReference: '2.25.601' });
  const page = await openPage(browser, testApp, fixtures.center.client, wide);
  await page.goto(screenPath('examView', { examId: other }));
  await expect(page.locator('section[data-drawn=true]')).toHaveCount(1);
  await page.keyboard.press('m');
  await expect(page.getByText('Fusion not available: PET and CT have no common frame of reference')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Fuse PET and CT' })).toHaveCount(0);
  await page.keyboard.press('h');
  await expect(page.locator('main[data-fusion]')).toHaveCount(0);
  await page.context().close();
});
