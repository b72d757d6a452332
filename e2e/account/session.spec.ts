import type { Page, Request } from '@playwright/test';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { administrator, expect, test } from '../test-app.ts';

const minuteMs = 60_000;

test('warns before a session ends and extends it with Stay signed in (security 1a)', async ({ testApp, page }) => {
  const waitUntilSettled = createSettledWait(page);
  await page.clock.install();
  await page.goto(`${testApp.origin}/admin/users`);
  await expect(page.getByLabel('E-mail')).toHaveValue(administrator.email); // filled in by the server, on loopback only
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Access Admin Panel' }).click();
  await waitUntilSettled();
  // administrators: idle limit of 15 minutes
  testApp.clock.advance(13.05 * minuteMs); // 13.05 of 15 minutes: only the page's clock moves until the dialog appears
  await page.clock.runFor(10 * minuteMs);
  const dialog = page.getByRole('dialog', { name: 'You will be logged out soon' });
  await expect(dialog).toBeVisible();
  await expect(dialog).toContainText(/logged out in 1:\d\d/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(dialog).toBeHidden();
  testApp.clock.advance(10 * minuteMs);
  await page.reload();
  await waitUntilSettled();

  testApp.clock.advance(16 * minuteMs);
  await page.clock.runFor(11 * minuteMs);
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
});

/**
 * Waits until the page is rendered and has no open call. A later response would move the idle limit to the advanced
 * clock.
 */
function createSettledWait(page: Page): () => Promise<void> {
  const openRequests = new Set<Request>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && pathname !== '/api/events') openRequests.add(request);
  });
  page.on('requestfinished', (request) => openRequests.delete(request));
  page.on('requestfailed', (request) => openRequests.delete(request));

  return async () => {
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await expect.poll(() => openRequests.size).toBe(0);
  };
}
