import { readFile } from 'node:fs/promises';
import { type Annotation, routes } from '@medcloud/contract';
import { screenPath } from '@medcloud/contract/screens';
import type { Client } from '@medcloud/server/test/harness/client.ts';
import type { Page } from '@playwright/test';
import { listViolations } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, testWithFixtures } from '../test-app.ts';
import { pane } from './measure.ts';
import { uploadVolume } from './upload-volume.ts';

/** Saved measurements leave the viewer as files, and are withdrawn from all others. */

const test = testWithFixtures(55);
const { changeDraft, examAnnotationSets, saveAnnotations } = routes.annotations;

let examId: string;
test.beforeAll(async ({ fixturesFor }) => {
  examId = await uploadVolume((await fixturesFor(55)).center, 4);
});

/** Saves a length and a key image on one of the exam's images for everyone who sees the exam. */
async function share(client: Client): Promise<void> {
  const params = { id: examId };
  const response = await client.raw('GET', `/dicom-web/exams/${examId}/instances?limit=1`);
  const [image] = await response.json();
  const sop: string = image['00080018'].Value[0];
  const item = (fields: Pick<Annotation, 'kind' | 'points' | 'label'>): Annotation => ({
    id: crypto.randomUUID(),
    on: { image: { sop, frame: 1 } },
    view: { window: { center: 40, width: 400 } },
    updatedAt: '2026-11-27T10:00:00.000Z',
    ...fields,
  });
  const ends: Annotation['points'] = [
    [180, 200],
    [300, 260],
  ];
  const items = [item({ kind: 'length', points: ends, label: 'Όζος' }), item({ kind: 'key-image', points: [] })];
  const { draft } = await client.call(examAnnotationSets, { params });
  const { revision } = await client.call(changeDraft, { params, body: { items } }, { revision: draft.revision });
  await client.call(saveAnnotations, { params, body: { visibility: 'all' } }, { revision });
}

async function openPanel(page: Page, name: string) {
  await page.goto(screenPath('examView', { examId }));
  await expect(pane(page)).toHaveAttribute('data-drawn', 'true');
  await page.keyboard.press('n');
  return page.getByRole('dialog', { name });
}

test('exports a saved version, and withdraws it with a reason', async ({ browser, testApp, fixtures }) => {
  await share(fixtures.doctor.client);
  const page = await openPage(browser, testApp, fixtures.doctor.client);
  const panel = await openPanel(page, 'Measurements');
  await expect(panel.getByText(/^Saved version 1, /)).toBeVisible();
  await panel.getByRole('button', { name: 'Export' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemcheckbox')).toHaveText([
    'Images and values (PDF)',
    'Table (CSV)',
    'Print',
    'Report (DICOM SR)',
    'Drawings (DICOM PR)',
    'Key images (DICOM KO)',
  ]);
  await expect(page.getByRole('menuitemcheckbox').first()).toBeFocused(); // before that, the arrow chooses the first one
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitemcheckbox', { name: 'Table (CSV)' })).toBeFocused();
  const downloading = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^annotations_.*\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain('Όζος');
  await panel.getByRole('button', { name: 'Withdraw' }).click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw this version?' });
  await dialog.getByRole('button', { name: 'Withdraw version' }).click();
  await expect(dialog.getByText('Please enter a reason')).toBeVisible();
  expect(await listViolations(page)).toEqual([]);
  await dialog.getByLabel('Reason').fill('Λάθος πλευρά');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(panel.getByText(/^Saved version/)).toHaveCount(0);
  await expect(panel.getByRole('listitem')).toHaveCount(2);
  await page.context().close();
  const { sets } = await fixtures.center.client.call(examAnnotationSets, { params: { id: examId } });
  expect(sets).toEqual([]);
});

test('offers the files of others’ measurements on a phone in Greek', async ({ browser, testApp, fixtures }) => {
  await share(fixtures.doctor.client);
  const options = { language: 'el', width: 390, height: 844 } as const;
  const page = await openPage(browser, testApp, fixtures.center.client, options);
  const panel = await openPanel(page, 'Μετρήσεις');
  await panel.getByRole('button', { name: /^Εξαγωγή μετρήσεων: / }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitemcheckbox', { name: 'Έκθεση (DICOM SR)' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/_sr\.dcm$/);
  await page.context().close();
});

test('prints the images with drawings and values, and nothing else of the page', async ({
  browser,
  testApp,
  fixtures,
}) => {
  await share(fixtures.doctor.client);
  const page = await openPage(browser, testApp, fixtures.doctor.client);
  const prints: string[] = [];
  await page.exposeFunction('onPrint', () => prints.push('print'));
  await page.addInitScript('window.print = () => window.onPrint()');
  const panel = await openPanel(page, 'Measurements');
  await panel.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Print' }).click();
  const sheets = page.locator('[data-print-sheets] img');
  await expect(sheets).toHaveCount(2); // the table, and the page of the image
  await expect.poll(() => prints).toEqual(['print']);
  await expect(sheets.first()).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(sheets.last()).toBeVisible();
  await expect(panel).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(sheets).toHaveCount(0);
  await page.context().close();
});
