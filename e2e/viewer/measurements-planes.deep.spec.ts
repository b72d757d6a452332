import { routes, withoutDeleted } from '@medcloud/contract';
import { screenPath } from '@medcloud/contract/screens';
import { readJson } from '@medcloud/server/test/annotations/annotated-ct.ts';
import type { Page } from '@playwright/test';
import { listViolations } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, testWithFixtures } from '../test-app.ts';
import { uploadVolume } from './upload-volume.ts';

/** Measurements on planes are items of the draft: there again in another browser, listed, saved and shared. */

const test = testWithFixtures(56);
const { examAnnotationSets } = routes.annotations;

const measurements = (page: Page) => page.locator('[data-measurement]');

async function openExam(page: Page, examId: string): Promise<void> {
  await page.goto(screenPath('examView', { examId }));
  await expect(page.locator('section[data-drawn=true]')).toHaveCount(1);
}

async function openPlanes(page: Page): Promise<void> {
  await page.keyboard.press('m');
  await expect(page.locator('main[data-mpr=standing]')).toBeVisible();
}

/** Drags the active tool over the coronal plane. */
async function measureOnCoronal(page: Page): Promise<void> {
  const box = await page.getByRole('region', { name: 'Coronal' }).boundingBox();
  if (!box) throw new Error('The plane is not visible.');
  const [x, y] = [box.x + box.width / 2 + 30, box.y + box.height / 2 + 10];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y + 10, { steps: 3 });
  await page.mouse.up();
}

test('keeps, lists, saves and shares what is measured on planes', async ({ browser, testApp, fixtures }) => {
  const examId = await uploadVolume(fixtures.center, 16);
  const page = await openPage(browser, testApp, fixtures.doctor.client);
  await openExam(page, examId);
  await openPlanes(page);
  await page.keyboard.press('l');
  await measureOnCoronal(page);
  await expect(measurements(page)).toHaveCount(1);
  const value = await measurements(page).locator('[data-line]').textContent();
  await page.getByRole('slider', { name: 'Position, Axial' }).focus();
  await page.keyboard.press('t'); // turned planes come back too
  for (let degrees = 0; degrees < 20; degrees++) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('e');
  await measureOnCoronal(page);
  await expect(page.locator('[data-measurement=ellipse]')).toHaveCount(1);
  await expect(page.locator('[data-save-state=saved]')).toBeVisible();
  await page.context().close();

  const other = await openPage(browser, testApp, fixtures.doctor.client);
  await openExam(other, examId);
  await other.keyboard.press('n');
  const panel = other.getByRole('dialog', { name: 'Measurements' });
  await expect(panel.getByRole('heading', { name: /MPR planes$/ })).toBeVisible();
  await expect(panel.getByRole('listitem')).toHaveCount(2);
  expect(await listViolations(other)).toEqual([]);
  await panel.getByRole('button', { name: /^Ellipse ROI/ }).click();
  await expect(other.locator('main[data-mpr=standing]')).toBeVisible();
  await expect(measurements(other).and(other.locator('[data-measurement=ellipse]'))).toHaveCount(1);
  await other.keyboard.press('n');
  await panel.getByRole('button', { name: /^Length/ }).click();
  await expect(other.locator('[data-measurement=length] [data-line]')).toHaveText(value ?? '');
  await other.keyboard.press('n');
  await panel.getByRole('button', { name: 'Save measurements' }).click();
  const dialog = other.getByRole('dialog', { name: 'Save measurements' });
  await dialog.getByRole('radio', { name: 'Shared with everyone who may see the exam' }).check();
  await dialog.getByRole('button', { name: 'Save measurements' }).click();
  await expect(panel.getByText(/^Saved version 1, /)).toBeVisible();
  const { draft, sets } = await fixtures.doctor.client.call(examAnnotationSets, { params: { id: examId } });
  expect(sets).toMatchObject([{ itemCount: 2, objects: { sr: 1, pr: 0, ko: 0 } }]);
  expect(withoutDeleted(draft.items).every(({ on }) => 'plane' in on)).toBe(true);
  const [set] = sets;
  const report = await fixtures.doctor.client.raw('GET', `/api/exams/${examId}/annotations/${set?.id}/file?format=sr`);
  const json = readJson(new Uint8Array(await report.arrayBuffer()));
  expect(json['00080016']?.Value).toEqual(['1.2.840.10008.5.1.4.1.1.88.34']); // Comprehensive 3D SR
  await panel.getByRole('button', { name: /^Remove Length/ }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(1);
  await other.context().close();

  const center = await openPage(browser, testApp, fixtures.center.client);
  await openExam(center, examId);
  await center.keyboard.press('n');
  await center.getByRole('checkbox', { name: /, 2 items/ }).check();
  await center.keyboard.press('Escape');
  await openPlanes(center);
  await center.getByRole('region', { name: 'Coronal' }).getByRole('slider').focus();
  await expect(center.locator('[data-measurement=length] [data-line]')).toHaveText(value ?? '');
  await center.context().close();
});
