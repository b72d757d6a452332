import { readFile } from 'node:fs/promises';
import { routes } from '@medcloud/contract';
import type { Language } from '@medcloud/contract/languages';
import { signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import { waitUntil } from '@medcloud/server/test/harness/wait-until.ts';
import type { Browser, Page } from '@playwright/test';
import { chooseOption } from '../harness/choose-option.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { administrator, deepTest, expect, type StandaloneApp, test } from '../test-app.ts';

/** An operator on call: health, system log, messages and audit log. */

async function openAsAdmin(browser: Browser, testApp: StandaloneApp, language: Language, width: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  await context.addInitScript((chosen) => localStorage.setItem('medcloud-language', chosen), language);
  const page = await context.newPage();
  await page.goto(`${testApp.origin}/auth/admin/login`);
  // on loopback the server fills in the address late: wait for it, or it would append to typed text
  await expect(page.getByLabel(/^E-?mail/)).toHaveValue(administrator.email);
  await page.getByRole('textbox', { name: /^(Password|Κωδικός)/ }).fill(administrator.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  return page;
}

test('shows a failed health probe on the dashboard and in the system log', async ({ testApp, browser }) => {
  const page = await openAsAdmin(browser, testApp, 'en', 1440);
  const probes = page.getByRole('table', { name: 'System Health' });
  await expect(probes.getByRole('row', { name: /Database\s*Connected/ })).toBeVisible();
  await expect(probes.getByRole('row', { name: /File storage\s*Available/ })).toBeVisible();
  await expect(page.getByText('Using local storage. Consider AWS S3 for HIPAA compliance.')).toBeVisible();
  await expectAccessible(page);

  await testApp.superuser.query('ALTER TABLE health_probes RENAME TO health_probes_away');
  testApp.clock.advance(5 * 60_000 + 1_000);
  testApp.app.context.queue.poll();
  try {
    // recent probe results are reused, so wait for the next probe
    const admin = await signInAdmin(testApp);
    await waitUntil(async () => {
      const { health } = await admin.call(routes.admin.systemInfo, {});
      return health.some(({ name, ok }) => name === 'database' && !ok);
    });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(probes.getByRole('row', { name: /Database\s*Not connected/ })).toBeVisible();
    await page.getByRole('link', { name: 'System Logs' }).click();
    await expect(page.getByText('Not connected')).toBeVisible();
    await chooseOption(page.getByRole('combobox', { name: 'Level' }), 'Error');
    await expect(page).toHaveURL(/level=error/);
    await expect(page.getByRole('row', { name: /Database: The test record .*: database error 42P01/ })).toBeVisible();
  } finally {
    await testApp.superuser.query('ALTER TABLE health_probes_away RENAME TO health_probes');
  }
  await expectAccessible(page);
  await page.context().close();
});

deepTest(
  'searches the system log in Greek on a phone, and shows messages without their text',
  async ({ testApp, browser }) => {
    const page = await openAsAdmin(browser, testApp, 'el', 390);
    await page.goto(`${testApp.origin}/admin/system-logs`);
    await expect(
      page
        .getByRole('listitem')
        .filter({ hasText: /\d{2}:\d{2}/ })
        .first(),
    ).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('πυλη ξεκινησε');
    await expect(page).toHaveURL(/search=/);
    await expect(page.getByText(/^Η πύλη ξεκίνησε με PostgreSQL/)).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'PostgreSQL' })).toHaveCount(1);
    await expectAccessible(page);

    await page.getByRole('searchbox').press('Escape');
    await page.getByRole('tab', { name: 'Μηνύματα' }).click();
    await expect(page.getByText('Το κείμενο και ο παραλήπτης δεν εμφανίζονται', { exact: false })).toBeVisible();
    await expectAccessible(page);
    await page.context().close();
  },
);

test('finds a sign-in in the audit log, filters by its session, and exports the events', async ({
  testApp,
  browser,
}) => {
  const page = await openAsAdmin(browser, testApp, 'en', 1440);
  await page.getByRole('navigation').getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  await page.getByRole('searchbox').fill(administrator.email);
  await expect(page).toHaveURL(/search=/);
  const signIn = page.getByRole('row', { name: /Sign-in/ }).first();
  await expect(signIn).toContainText(administrator.email);
  await signIn.press('Enter');
  const sheet = page.getByRole('complementary', { name: 'Sign-in' });
  await expect(sheet.getByText('Success')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Session' }).click();
  await expect(page).toHaveURL(/search=[0-9a-f]{16}$/);
  await expect(page.getByRole('row', { name: /Sign-in/ })).toHaveCount(1);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^medcloud-audit-.*\.ndjson$/);
  const [first] = (await readFile(await file.path(), 'utf8')).split('\n');
  expect(JSON.parse(first ?? '')).toMatchObject({ resourceType: 'AuditEvent' });
  await page.context().close();
});
