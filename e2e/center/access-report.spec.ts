import { readFile } from 'node:fs/promises';
import { screens } from '@medcloud/contract/screens';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { createTextTranslator } from '../harness/translators.ts';
import { expect, testWithFixtures } from '../test-app.ts';

/** A center finds who saw a patient's record, by name in the other alphabet, and saves it (viewing, 35). */

const t = createTextTranslator('audit/access-report', 'en');
const test = testWithFixtures(86);

test('shows who saw a patient, found by a name in Latin letters, and saves it for a spreadsheet', async ({
  testApp,
  fixtures: { center },
  browser,
}) => {
  const page = await openPage(browser, testApp, center.client);
  // the portal's clock may be past midnight already, the browser's not
  const tomorrow = new Date(testApp.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  await page.goto(`${screens.centerAccessReport}?to=${tomorrow}`);
  await expect(page.getByText(t('choose'))).toBeVisible();
  const field = page.getByRole('combobox', { name: t('subject.label') });
  await field.fill('papadop');
  await expect(page.getByRole('option').first()).toBeVisible();
  await field.press('Enter');
  const table = page.getByRole('table', { name: t('label') });
  await expect(table.getByText(t('acts.patient_registered'))).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`subject=patient%3A${center.patient.patientId}`));
  await expectAccessible(page);
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: t('csv') }).click();
  const file = await readFile(await (await started).path(), 'utf8');
  expect(file).toContain(t('acts.patient_registered'));
});
