import { Client } from '@medcloud/server/test/harness/client.ts';
import { createDoctor, signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, test } from '../test-app.ts';

test('records a proof of a VAT number, which ends with the number', async ({ browser, startOwnApp }) => {
  const { testApp } = await startOwnApp();
  const admin = await signInAdmin(testApp);
  const app = { ...testApp, anonymous: new Client(testApp.origin, testApp.config) };
  const doctor = await createDoctor(app, admin, 'finnish');
  const party = {
    ...{ kind: 'business', legalName: 'Oy', vatNumber: 'FI20774740', address: 'Katu 1', city: 'Helsinki' },
    ...{ postalCode: '00100', country: 'FI', language: 'en' },
  };
  await admin.json('POST', `/api/admin/billing/accounts/${doctor.userId}/party`, party);
  const page = await openPage(browser, testApp, admin, { width: 390 });
  await page.goto(`/admin/billing/${doctor.userId}`);
  await expect(page.getByText('VIES has not confirmed it yet.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Record a proof of the VAT number' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What proves it').fill('WAPIAAAAX1');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Record proof' }).click();
  await expect(page.getByText('Accepted with a proof of', { exact: false })).toBeVisible();
  await expect(page.getByText('Proof of the VAT number: WAPIAAAAX1')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('VAT number').fill('FI09853608');
  await dialog.getByRole('button', { name: 'Save', exact: false }).click();
  await expect(page.getByText('WAPIAAAAX1')).toHaveCount(0);
});
