import { eventually } from '@medcloud/server/test/harness/leftovers.ts';
import type { Page } from '@playwright/test';

/** Far enough ahead of the page's clock to stop it there, however slow the machine. */
const aheadMs = 20_000;

/** Stops the clock of a page that has one of its own (`page.clock.install`). */
export const stopClock = (page: Page): Promise<void> => page.clock.pauseAt(Date.now() + aheadMs);

/** With the page's clock stopped: lets a millisecond of it pass between two looks, until it comes about. How many passed. */
export async function passUntil(page: Page, question: () => Promise<boolean>): Promise<number> {
  let passed = 0;
  await eventually(async () => {
    if (await question()) return true;
    await page.clock.runFor(1);
    passed += 1;
    return false;
  });
  return passed;
}
