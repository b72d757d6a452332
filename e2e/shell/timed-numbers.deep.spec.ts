import { limits } from '@medcloud/contract';
import type { Page } from '@playwright/test';
import { chooseOption } from '../harness/choose-option.ts';
import { openPage } from '../harness/open-page.ts';
import { advanceClockUntil, stopClock } from '../harness/page-clock.ts';
import { expect, testWithFixtures } from '../test-app.ts';

/**
 * Timed numbers of the specification's section 9 in the browser. `web/src/specification-numbers.test.ts` has the
 * others.
 */

const test = testWithFixtures(45);

const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');

async function drag(page: Page, byPixels: number): Promise<void> {
  const box = await toasts(page).boundingBox();
  if (!box) throw new Error('Expected a visible toast.');
  const [x, y] = [box.x + 120, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + byPixels / 2, y, { steps: 4 });
  await page.mouse.move(x + byPixels, y, { steps: 4 });
  await page.mouse.up();
}

test('shows one toast for 5 seconds, focuses it by F8 and dismisses it by a 50 px swipe (section 9)', async ({
  testApp,
  fixtures,
  browser,
}) => {
  const page = await openPage(browser, testApp, fixtures.doctor.client);
  await page.clock.install();
  await page.goto('/doctor/profile');
  const update = page.getByRole('button', { name: 'Update Profile' });
  await expect(update).toBeVisible();
  await stopClock(page);
  /** Waits until the button has its label again: the previous save has ended. */
  const waitUntilReady = () => advanceClockUntil(page, () => update.isVisible());
  /** Returns the page time in milliseconds until the toast appeared. */
  const showToast = async () => {
    await waitUntilReady();
    await toasts(page).evaluateAll((before) => before.map((one) => one.setAttribute('data-before', '')));
    await update.press('Enter');
    const elapsedMs = await advanceClockUntil(
      page,
      async () => (await page.locator('li:not([data-before])').and(toasts(page)).count()) > 0,
    );
    await expect(toasts(page)).toHaveText(/Profile Updated/);
    return elapsedMs;
  };
  await showToast();
  const elapsedMs = await showToast();
  await expect(toasts(page)).toHaveCount(1);
  expect(elapsedMs).toBeLessThan(limits.toastMs / 2);
  await page.clock.runFor(limits.toastMs - elapsedMs - 1);
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(elapsedMs + 1);
  await expect(toasts(page)).toHaveCount(0);

  await page.route('**/api/doctor/profile', (route) => route.abort());
  await waitUntilReady();
  await update.press('Enter');
  await advanceClockUntil(page, async () => (await toasts(page).count()) > 0);
  await expect(toasts(page)).toHaveText(/Profile not updated/);
  await page.clock.runFor(2 * limits.toastMs);
  await expect(toasts(page)).toHaveCount(0); // an error toast too: the page itself keeps the error
  await page.unroute('**/api/doctor/profile');
  await page.clock.resume();

  await showToast();
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('list')).toBeFocused();
  await drag(page, limits.toastSwipePixels - 15);
  await expect(toasts(page)).toHaveCount(1);
  await drag(page, limits.toastSwipePixels + 20);
  await expect(toasts(page)).toHaveCount(0);
});

test('searches 300 ms after the last key press (section 9)', async ({ testApp, fixtures, browser }) => {
  const page = await openPage(browser, testApp, fixtures.center.client);
  await page.clock.install();
  await page.goto('/medical-center/patients');
  await expect(page.getByText('2 patients found')).toBeVisible();
  const searches = new Set<string>(); // an event may repeat the same search
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const words = searchParams.get('search');
    if (pathname === '/api/medical-center/patients' && words) searches.add(words);
  });
  await stopClock(page);
  const search = page.getByRole('searchbox');
  await search.pressSequentially('papa');
  await page.clock.runFor(limits.searchDebounceMs - 1);
  await search.pressSequentially('do');
  await page.clock.runFor(limits.searchDebounceMs - 1);
  expect([...searches]).toEqual([]);
  await page.clock.runFor(1);
  await page.clock.resume();
  await expect(page.getByText('1 patient found')).toBeVisible();
  expect([...searches]).toEqual(['papado']);
});

test('shows the banner with a new patient’s ID for 10 seconds (section 9)', async ({ testApp, fixtures, browser }) => {
  const page = await openPage(browser, testApp, fixtures.center.client);
  // its ring is an animation: keep it paused until the test has checked the banner
  const animations = await page.context().newCDPSession(page);
  const setPlaybackRate = (playbackRate: 0 | 1) => animations.send('Animation.setPlaybackRate', { playbackRate });
  await animations.send('Animation.enable');
  await page.goto('/medical-center/patients');
  await setPlaybackRate(0);
  await page.getByRole('button', { name: 'Register patient' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First name').fill('Νίκη');
  await dialog.getByLabel('Last name').fill('Ρήγα');
  await dialog.getByLabel('Date of birth').fill('1980-02-03');
  await chooseOption(dialog.getByRole('combobox', { name: 'Gender' }), 'Female');
  await dialog.getByRole('button', { name: 'Register patient' }).click();
  const banner = page.getByRole('button', { name: 'Copy ID' });
  await expect(banner).toBeVisible();
  await page.mouse.move(2, 2); // the banner pauses under the pointer
  await page.getByRole('heading', { level: 1 }).click(); // and while it has the focus
  const ring = page.getByRole('status').filter({ has: banner }).locator('circle').last();
  // the banner closes when its ring ends: jump to the last 100 ms
  const durationMs = await ring.evaluate((circle) => {
    const [clock] = circle.getAnimations();
    const duration = Number(clock?.effect?.getTiming().duration);
    if (clock) clock.currentTime = duration - 100;
    return duration;
  });
  expect(durationMs).toBe(limits.registrationBannerMs);
  await expect(banner).toBeVisible();
  await setPlaybackRate(1);
  await expect(banner).toBeHidden();
});
