import { screens } from '@medcloud/contract/screens';
import { expect, test } from '../test-app.ts';

test('compares two synthetic exams, without a call to the API and with nothing kept', async ({ testApp, page }) => {
  const called: string[] = [];
  page.on('request', (request) => called.push(new URL(request.url()).pathname));
  await page.goto(`${testApp.origin}${screens.try}?with=ct-2025`);
  await expect(page.getByText('Synthetic images. Nothing you do here is stored.')).toBeVisible();
  await expect(page.locator('section[data-drawn=true]')).toHaveCount(2);
  await expect(page.getByText(/earlier/).first()).toBeVisible();
  await page.keyboard.press('k'); // a key image is sent to the server elsewhere
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog').getByText('Key image').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save measurements' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Download' })).toHaveCount(0);
  expect(called.filter((path) => /^\/(?:api|dicom-web)\b/.test(path))).toEqual([]);
  const storedKeys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  // what the rendering library found of the graphics processor
  expect(storedKeys.filter((key) => key !== 'cornerstone3D.renderingCapabilities')).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
});
