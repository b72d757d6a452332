import { routes } from '@medcloud/contract';
import { screenPath } from '@medcloud/contract/screens';
import { uploadExam } from '@medcloud/server/test/harness/fixtures.ts';
import { waitUntil } from '@medcloud/server/test/harness/wait-until.ts';
import { ctVolume } from '@medcloud/server/test/phantom/ct-volume.ts';
import { persons } from '@medcloud/server/test/phantom/persons.ts';
import { zipOf } from '@medcloud/server/test/phantom/zip-of.ts';
import type { Page } from '@playwright/test';
import { listViolations } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, testWithFixtures } from '../test-app.ts';
import { measureByMouse, pane } from './measure.ts';

/** Measurements that stay: saved as they are made, there again in another browser, brought back after a removal. */

const test = testWithFixtures(68);
const saved = (page: Page) => page.locator('[data-save-state=saved]');

test('keeps measurements and key images without pressing save', async ({ browser, testApp, fixtures }) => {
  const { client, patient } = fixtures.center;
  const [person] = persons;
  if (!person) throw new Error('Expected at least one phantom person.');
  const archive = Buffer.concat(await Array.fromAsync(zipOf(ctVolume({ seed: 7, patient: person, slices: 4 }))));
  const id = await uploadExam(client, patient.patientId, archive);
  await waitUntil(async () => {
    const { exam } = await client.call(routes.exams.examToOpen, { params: { id } });
    if (exam.status === 'needs-attention' && exam.viewable)
      await client.call(routes.center.confirmExam, { params: { id }, body: { reason: 'A phantom' } });
    return exam.viewable && exam.status === 'completed';
  });
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
  await panel.getByRole('button', { name: /^Remove Length/ }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(1);
  await other.keyboard.press('Escape');
  await other.context().setOffline(true);
  await other.getByRole('button', { name: 'Undo' }).click();
  await expect(pane(other).locator('svg text').first()).toHaveText(value ?? '');
  await expect(other.getByText(/^Not saved yet: 1/)).toBeVisible();
  await other.context().setOffline(false);
  await expect(saved(other)).toBeVisible();
  const { draft } = await fixtures.doctor.client.call(routes.annotations.examAnnotationSets, { params: { id } });
  expect(draft.items.map((item) => ('kind' in item ? item.kind : 'deleted')).toSorted()).toEqual([
    'key-image',
    'length',
  ]);
  await other.context().close();
});
