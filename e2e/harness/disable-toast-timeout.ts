import { limits } from '@medcloud/contract';
import type { Browser, BrowserContext, Page } from '@playwright/test';

/**
 * From now on a toast stays until the next one or until it is dismissed: a slow machine may look for it long after its five seconds.
 * How long it stays for a person is tested by `timed-numbers.spec.ts`: `page.clock.install` takes this back.
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

/** The same for every page of a browser. */
export function disableToastTimeouts(browser: Browser): void {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await disableToastTimeout(context);
    return context;
  };
}
