import { waitUntil } from '@medcloud/server/test/harness/wait-until.ts';
import type { Page } from '@playwright/test';

/** Far enough ahead of the page's clock to pause it there even on a slow machine. */
const aheadMs = 20_000;

/** Stops the clock of a page after `page.clock.install`. */
export const stopClock = (page: Page): Promise<void> => page.clock.pauseAt(Date.now() + aheadMs);

/**
 * Advances the stopped clock by one millisecond between two checks until the condition holds. Returns the elapsed
 * milliseconds.
 */
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
