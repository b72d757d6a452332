import { open as openFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits, routes } from '@medcloud/contract';
import type { Page } from '@playwright/test';
import { chooseOption, chosenOption } from '../harness/choose-option.ts';
import type { Fixtures } from '../harness/create-fixtures.ts';
import { expectFileChecked } from '../harness/expect-file-checked.ts';
import { abortRequests, failRequests, returnEmptyList } from '../harness/fail-requests.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, testWithFixtures } from '../test-app.ts';

/** Messages that a center sees when something is missing or fails (specification, sections 2, 5 and 8). */

const test = testWithFixtures(41);

test('shows messages for failed figures, empty searches and empty lists', async ({ testApp, fixtures, browser }) => {
  const page = await openPage(browser, testApp, fixtures.center.client);
  // as before the center's first upload
  await page.route('**/api/medical-center/dashboard', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), recentUploads: [] } });
  });
  await page.goto('/medical-center/dashboard');
  await expect(page.getByText('No recent activity')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await failRequests(page, '/api/medical-center/dashboard');
  await page.goto('/medical-center/dashboard');
  await expect(page.getByText('Failed to fetch dashboard data')).toBeVisible();
  await page.goto('/medical-center/patients');
  const sort = page.getByRole('combobox', { name: 'Sort by registration date' });
  await chooseOption(sort, 'Oldest First');
  await expect(chosenOption(sort)).toHaveText('Oldest First');
  await page.getByRole('searchbox').fill('nobody of this name');
  await expect(page.getByText('No patients found matching your search')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Search' }).first().click();
  await expect(page.getByText('2 patients found')).toBeVisible();
  await returnEmptyList(page, '/api/medical-center/patients?*');
  await page.reload();
  await expect(page.getByText('No patients found', { exact: true })).toBeVisible();
});

test('shows an error when a registration fails, and keeps the typed values', async ({ testApp, fixtures, browser }) => {
  const page = await openPage(browser, testApp, fixtures.center.client);
  await page.goto('/medical-center/patients');
  await page.getByRole('button', { name: 'Register patient' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New Patient Registration' });
  await dialog.getByLabel('First name').fill('Άννα');
  await dialog.getByLabel('Last name').fill('Ρήγα');
  await dialog.getByLabel('Date of birth').fill('1980-02-03');
  await chooseOption(dialog.getByRole('combobox', { name: 'Gender' }), 'Female');
  await abortRequests(page, '/api/medical-center/patients');
  await dialog.getByRole('button', { name: 'Register patient' }).click();
  await expect(page.getByText('Registration Failed').first()).toBeVisible();
  await expect(page.getByText('Failed to register patient. Please try again.').first()).toBeVisible();
  await expect(dialog.getByLabel('First name')).toHaveValue('Άννα');
});

test('shows missing fields, a too large file and a failed upload', async ({ testApp, fixtures, browser }) => {
  const page = await openPage(browser, testApp, fixtures.center.client);
  await page.goto('/medical-center/upload');
  const send = page.getByRole('button', { name: 'Upload exam', exact: true });
  await send.click();
  await expect(page.getByText('No File Selected').first()).toBeVisible();
  for (const missing of ['Please select a file to upload', 'Patient selection is required', 'Exam type is required'])
    await expect(page.getByText(missing).first()).toBeVisible();
  await expect(page.getByText('Exam date is required').first()).toBeVisible();
  const file = await writeTooLargeFile();
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText('File size must be less than 500MB').first()).toBeVisible();
  await rm(file);
  await page.goto(`/medical-center/upload?patientId=${fixtures.center.patient.patientId}`);
  await page.locator('input[type=file]').setInputFiles({ name: 'a.dcm', mimeType: '', buffer: fixtures.center.file });
  await expectFileChecked(page);
  await chooseOption(page.getByRole('combobox', { name: 'Exam type' }), 'CT');
  await page.getByLabel('Exam date').fill('2026-11-01');
  await abortRequests(page, '/api/medical-center/uploads');
  await send.click();
  await expect(page.getByText('Upload Failed').first()).toBeVisible();
  await expect(page.getByText('Failed to upload exam. Please try again.').first()).toBeVisible();
});

/** Writes a sparse file of one byte more than the limit. */
async function writeTooLargeFile(): Promise<string> {
  const path = join(tmpdir(), `medcloud-e2e-large-${process.pid}.dcm`);
  const file = await openFile(path, 'w');
  await file.truncate(limits.uploadBytes + 1);
  await file.close();
  return path;
}

test('shows that a download started or failed', async ({ testApp, fixtures, browser }) => {
  const page = await openPage(browser, testApp, null);
  await openHistory(page, fixtures);
  const button = page.getByRole('button', { name: /^Download/ }).first();
  const download = page.waitForEvent('download');
  await button.click();
  await download;
  await expect(page.getByText('Download Started').first()).toBeVisible();
  await expect(page.getByText('Your file download has begun.').first()).toBeVisible();
  await abortRequests(page, '/api/download/*');
  await button.click();
  await expect(page.getByText('Download Failed').first()).toBeVisible();
  await expect(page.getByText('Failed to download file. Please try again.').first()).toBeVisible();
  const errorNote = page.getByRole('main').getByText('Failed to download file. Please try again.'); // in addition to the toast
  await expect(errorNote).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Dismiss' }).click();
  await expect(errorNote).toHaveCount(0);
});

test('warns before the plan’s storage is full, and refuses an upload before sending when it is full', async ({
  testApp,
  fixtures,
  browser,
}) => {
  const { center, admin } = fixtures;
  const { totalStorage } = await center.client.call(routes.center.dashboard, {});
  const fillStorage = (percent: number) =>
    admin.call(routes.admin.changeMedicalCenter, {
      params: { id: center.id },
      body: { plan: 'enterprise', quotaBytes: Math.floor((totalStorage * 100) / percent) },
    });
  const page = await openPage(browser, testApp, center.client);
  const end = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const { user } = await center.client.call(routes.auth.session, {});
  const body = { userId: user.id, startDate: '2026-01-01', endDate: end, status: 'active' } as const;
  await admin.call(routes.admin.updateSubscription, { body });
  await page.goto('/account');
  await expect(page.getByText(/until \d+ \w+ \d{4}$/)).toBeVisible();
  await fillStorage(82);
  await page.goto('/medical-center/dashboard');
  await expect(page.getByText(/^Your subscription ends on \d+ \w+ \d{4}$/)).toBeVisible();
  await expect(page.getByText(/^You have used .* of storage$/)).toBeVisible();
  await expect(
    page.getByText('When it is full, you cannot start new uploads. Stored exams are not affected.'),
  ).toBeVisible();
  await fillStorage(97);
  await page.reload();
  await expect(page.getByText(/Your storage is almost full/)).toBeVisible();
  await fillStorage(100);
  await page.goto('/medical-center/upload');
  await expect(page.getByText(/Your storage is full/)).toBeVisible();
  await expect(page.getByText(/You cannot start new uploads\. You can still view/)).toBeVisible();
  const file = { name: 'late.dcm', mimeType: '', buffer: Buffer.alloc(4_096) };
  await page.getByLabel('File', { exact: true }).last().setInputFiles(file);
  await expect(page.getByText('The storage of your plan is full. Contact support to get more storage.')).toBeVisible();
  await page.getByRole('link', { name: 'Request a larger plan' }).click();
  await expect(page).toHaveURL(/\/support/);
  await admin.call(routes.admin.changeMedicalCenter, { params: { id: center.id }, body: { plan: 'basic' } });
});

test('confirms a withdrawal even if an event removes the row before the response', async ({
  testApp,
  fixtures,
  browser,
}) => {
  const page = await openPage(browser, testApp, fixtures.center.client);
  await page.goto('/medical-center/history');
  const row = page.getByRole('row').filter({ hasText: 'Καραγιάννης' });
  await row.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Withdraw exam' }).click();
  await page.getByLabel('Reason').fill('Repeated');
  await page.route('**/withdraw', async (route) => {
    const response = await route.fetch();
    // the event arrived first; a query by role finds nothing behind the dialog
    await expect(page.locator('tr', { hasText: 'Καραγιάννης' })).toHaveCount(0);
    await route.fulfill({ response });
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw exam' }).click();
  await expect(page.getByText('Exam withdrawn').first()).toBeVisible();
});

/** Signs in through the form: a download uses the cookie that the login sets. */
async function openHistory(page: Page, { center }: Fixtures): Promise<void> {
  await page.goto('/medical-center/history');
  await page.getByLabel('Center ID', { exact: true }).fill(center.centerId);
  await page.getByLabel('Password', { exact: true }).fill(center.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('columnheader', { name: 'Uploaded' })).toBeVisible();
}
