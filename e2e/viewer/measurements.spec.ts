import { type Annotation, type DraftItem, routes } from '@medcloud/contract';
import { screenPath } from '@medcloud/contract/screens';
import type { Client } from '@medcloud/server/test/harness/client.ts';
import type { Page } from '@playwright/test';
import { listViolations } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { stopClock } from '../harness/page-clock.ts';
import { expect, testWithFixtures } from '../test-app.ts';
import { measureByMouse, pane } from './measure.ts';
import { uploadVolume } from './upload-volume.ts';

/** Measurements that stay: saved as they are made, there again in another browser, brought back after a removal. */

const test = testWithFixtures(87);
const saved = (page: Page) => page.locator('[data-save-state=saved]');

test('keeps measurements and key images without pressing save', async ({ browser, testApp, fixtures }) => {
  const { client } = fixtures.center;
  const id = await uploadVolume(fixtures.center, 4);
  const path = screenPath('examView', { examId: id });
  const page = await openPage(browser, testApp, fixtures.doctor.client);
  await page.goto(path);
  await expect(pane(page)).toHaveAttribute('data-drawn', 'true');
  await page.keyboard.press('l');
  await measureByMouse(page);
  await page.keyboard.press('k');
  await expect(pane(page).getByText('Key image')).toBeVisible();
  await expect(saved(page)).toBeVisible();
  const value = await pane(page).locator('svg text').first().textContent();
  await page.context().close();

  const other = await openPage(browser, testApp, fixtures.doctor.client);
  await other.clock.install();
  await other.goto(path);
  await expect(pane(other).locator('svg text').first()).toHaveText(value ?? '');
  await other.keyboard.press('End'); // another image
  await other.getByRole('button', { name: /^Key images/ }).click();
  await other.getByRole('button', { name: /Image 2$/ }).click();
  await expect(pane(other).getByText('Key image')).toBeVisible();
  await other.keyboard.press('n');
  const panel = other.getByRole('dialog', { name: 'Measurements' });
  await expect(panel.getByRole('listitem')).toHaveCount(2);
  expect(await listViolations(other)).toEqual([]);
  // the offer to undo lasts ten seconds, which a slow machine takes for the next steps
  await stopClock(other);
  await panel.getByRole('button', { name: /^Remove Length/ }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(1);
  await other.keyboard.press('Escape');
  await other.context().setOffline(true);
  await other.getByRole('button', { name: 'Undo' }).click();
  await other.clock.resume();
  await expect(pane(other).locator('svg text').first()).toHaveText(value ?? '');
  await expect(other.getByText(/^Not saved yet: 1/)).toBeVisible();
  await other.context().setOffline(false);
  await expect(saved(other)).toBeVisible();
  const { draft } = await fixtures.doctor.client.call(routes.annotations.examAnnotationSets, { params: { id } });
  expect(draft.items.map((item) => ('kind' in item ? item.kind : 'deleted')).toSorted()).toEqual([
    'key-image',
    'length',
  ]);
  await other.keyboard.press('n');
  await panel.getByRole('button', { name: 'Save measurements' }).click();
  const dialog = other.getByRole('dialog', { name: 'Save measurements' });
  await expect(dialog.getByRole('radio', { name: 'Only you see these' })).toBeChecked();
  expect(await listViolations(other)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save measurements' }).click();
  await expect(dialog).toHaveCount(0);
  const { sets } = await fixtures.doctor.client.call(routes.annotations.examAnnotationSets, { params: { id } });
  expect(sets).toMatchObject([{ itemCount: 2, visibility: 'author', version: 1 }]);

  await shareText(client, id, draft.items);
  await other.reload();
  await expect(pane(other)).toHaveAttribute('data-drawn', 'true');
  await other.keyboard.press('n');
  await panel.getByRole('checkbox', { name: /, 1 item/ }).check();
  await other.keyboard.press('Escape');
  await expect(pane(other).locator('svg text', { hasText: 'Του κέντρου' })).toBeVisible();
  await other.context().close();
});

/** The center shares a text on the image of an item. */
async function shareText(client: Client, id: string, items: readonly DraftItem[]): Promise<void> {
  const place = items.find((item) => 'on' in item);
  if (!place) throw new Error('Expected an item that is not deleted.');
  const item: Annotation = {
    id: crypto.randomUUID(),
    kind: 'text',
    on: place.on,
    points: [[100, 100]],
    label: 'Του κέντρου',
    updatedAt: new Date().toISOString(),
  };
  const params = { id };
  const { revision } = await client.call(
    routes.annotations.changeDraft,
    { params, body: { items: [item] } },
    { revision: 0 },
  );
  await client.call(routes.annotations.saveAnnotations, { params, body: { visibility: 'all' } }, { revision });
}
