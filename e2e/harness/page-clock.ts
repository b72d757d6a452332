import { waitUntil } from '@medcloud/server/test/harness/wait-until.ts';
import type { Page } from '@playwright/test';

/** Far enough ahead of the page's clock to stop it there, however slow the machine. */
const aheadMs = 20_000;

/** Stops the clock of a page that has one of its own (`page.clock.install`). */
export const stopClock = (page: Page): Promise<void> => page.clock.pauseAt(Date.now() + aheadMs);

/** With the page's clock stopped: lets a millisecond of it pass between two looks, until it comes about. How many passed. */
export async function advanceClockUntil(page: Page, condition: () => Promise<boolean>): Promise<number> {
  let elapsedMs = 0;
  await waitUntil(async () => {
    if (await condition()) return true;
    await page.clock.runFor(1);
    elapsedMs += 1;
    return false;
  });
  return elapsedMs;
}
