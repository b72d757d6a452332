import type { Page, Request } from '@playwright/test';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { administrator, expect, test } from '../test-app.ts';

const minuteMs = 60_000;

test('a session that is about to end is said to end, and goes on when its person stays (security 1a)', async ({
  testApp,
  page,
}) => {
  const waitUntilSettled = createSettledWait(page);
  await page.clock.install();
  await page.goto(`${testApp.origin}/admin/users`);
  await expect(page.getByLabel('E-mail')).toHaveValue(administrator.email); // the portal fills it in, on loopback
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Access Admin Panel' }).click();
  await waitUntilSettled();
  // administrators: 15 minutes without an act
  testApp.clock.advance(13.05 * minuteMs); // leaves as much as it may: until the session ends only its own time passes
  await page.clock.runFor(10 * minuteMs);
  const dialog = page.getByRole('dialog', { name: 'You will be signed out soon' });
  await expect(dialog).toBeVisible();
  await expect(dialog).toContainText(/signed out in 1:\d\d/);
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

/** Waits until the page is drawn and no call of it is open: one answered later would move the idle limit to the clock pushed meanwhile. */
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
