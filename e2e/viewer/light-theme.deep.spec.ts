import { screenPath } from '@medcloud/contract/screens';
import { listViolations } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, testWithFixtures } from '../test-app.ts';
import { pane } from './measure.ts';

const test = testWithFixtures(94);

test('lights what is around the images on a phone, and keeps the images as they are', async ({
  browser,
  testApp,
  fixtures,
}) => {
  const { client, examId } = fixtures.center;
  const page = await openPage(browser, testApp, client);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(screenPath('examView', { examId }));
  await expect(pane(page)).toHaveAttribute('data-drawn', 'true');
  const box = await pane(page).boundingBox();
  if (!box) throw new Error('There is no pane.');
  const imageBefore = await page.screenshot({ clip: box });
  const header = page.locator('header').first();
  const lightnessOf = () =>
    header.evaluate((element) => Number(/oklch\(([\d.]+)/.exec(getComputedStyle(element).backgroundColor)?.[1]));
  expect(await lightnessOf()).toBeLessThan(0.3);

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Light theme' }).click();
  await expect.poll(lightnessOf).toBeGreaterThan(0.9);
  await expect(page.getByRole('menu')).toHaveCount(0);
  expect((await page.screenshot({ clip: box })).equals(imageBefore)).toBe(true);
  expect(await listViolations(page)).toEqual([]);

  await page.reload();
  await expect(pane(page)).toHaveAttribute('data-drawn', 'true');
  expect(await lightnessOf()).toBeGreaterThan(0.9);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(lightnessOf).toBeLessThan(0.3);
  await page.close();
});
