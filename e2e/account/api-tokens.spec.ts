import { createCenter, signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { stopClock } from '../harness/page-clock.ts';
import { expect, type StandaloneApp, test } from '../test-app.ts';

/** API tokens for viewers and archives, on the account page: create, show once, copy, use, revoke. */

/** Returns the status of a DICOMweb search with the token only, as an external viewer sends it. */
async function searchStatus({ origin }: StandaloneApp, token: string): Promise<number> {
  const response = await fetch(`${origin}/dicom-web/studies`, { headers: { authorization: `Bearer ${token}` } });
  await response.body?.cancel();
  return response.status;
}

test('creates a token that is shown once, copied, reads exams, and is rejected once revoked', async ({
  testApp,
  browser,
}) => {
  const person = { firstName: 'Μαρία', lastName: 'Παπαδοπούλου', phone: '+306900007010' };
  const center = await createCenter(testApp, await signInAdmin(testApp), {
    name: 'Aegean Imaging',
    number: 70,
    ...person,
  });
  const page = await openPage(browser, testApp, center.client);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: testApp.origin });
  await page.clock.install();
  await page.goto('/account');
  await expect(page.getByText('No active tokens')).toBeVisible();
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('OHIF at the office');
  await page.keyboard.press('Enter');

  const secret = page.getByText(/^mct1_/);
  await expect(secret).toBeFocused();
  await expectAccessible(page);
  const token = (await secret.textContent()) ?? '';
  await stopClock(page); // the button shows "Copied" for two seconds
  await page.getByRole('button', { name: 'Copy token' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await page.clock.resume();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  expect(await searchStatus(testApp, token)).toBe(200);

  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(token)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('OHIF at the office', { exact: true })).toBeVisible();
  await expect(page.getByText(/last used/)).toBeVisible();
  await expect(page.getByText(/^mct1_/)).toHaveCount(0);

  await page.getByRole('button', { name: 'Revoke OHIF at the office' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revoke the token “OHIF at the office”?' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Revoke token' }).click();
  await expect(page.getByText('Token revoked').first()).toBeVisible();
  await expect(page.getByText('No active tokens')).toBeVisible();
  expect(await searchStatus(testApp, token)).toBe(401);
  await page.context().close();
});
