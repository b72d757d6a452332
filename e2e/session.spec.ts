import { accessible } from './accessible.ts';
import { administrator, expect, test } from './portal.ts';

const minuteMs = 60_000;

test('a session that is about to end is said to end, and goes on when its person stays (security 1a)', async ({
  portal,
  page,
}) => {
  await page.clock.install();
  await page.goto(`${portal.origin}/admin/users`);
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Access Admin Panel' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // administrators: 15 minutes without an act
  portal.clock.advance(13.5 * minuteMs);
  await page.clock.runFor(10 * minuteMs);
  const dialog = page.getByRole('dialog', { name: 'You will be signed out soon' });
  await expect(dialog).toBeVisible();
  await expect(dialog).toContainText(/signed out in 1:\d\d/);
  await accessible(page);
  await dialog.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(dialog).toBeHidden();
  portal.clock.advance(10 * minuteMs);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  portal.clock.advance(16 * minuteMs);
  await page.clock.runFor(11 * minuteMs);
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
});
