import { limits } from '@medcloud/contract';
import type { Browser, BrowserContext, Page } from '@playwright/test';

/**
 * Keeps each toast until the next one or until it is dismissed. A slow machine may check for it long after its five seconds.
 * `timed-numbers.deep.spec.ts` tests the real timeout: `page.clock.install` reverts this.
 */
export async function disableToastTimeout(pages: BrowserContext | Page): Promise<void> {
  await pages.addInitScript((toastMs) => {
    const setTimer = window.setTimeout.bind(window);
    const maxDelayMs = 2 ** 31 - 1;
    const setTimerUnlessToast = (handler: TimerHandler, ms?: number, ...args: unknown[]) =>
      setTimer(handler, ms === toastMs ? maxDelayMs : ms, ...args);
    Object.assign(window, { setTimeout: setTimerUnlessToast });
  }, limits.toastMs);
}

/** Does the same for every page of a browser. */
export function disableToastTimeouts(browser: Browser): void {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await disableToastTimeout(context);
    return context;
  };
}
