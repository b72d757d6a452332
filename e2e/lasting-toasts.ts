import { limits } from '@medcloud/contract';
import type { Browser, BrowserContext, Page } from '@playwright/test';

/**
 * From now on a toast stays until the next one or until it is dismissed: a slow machine may look for it long after its five seconds.
 * How long it stays for a person is tested by `timed-numbers.spec.ts`: `page.clock.install` takes this back.
 */
export async function keepToastsOf(pages: BrowserContext | Page): Promise<void> {
  await pages.addInitScript((toastMs) => {
    const start = window.setTimeout.bind(window);
    const never = 2 ** 31 - 1;
    const startUnlessToast = (handler: TimerHandler, ms?: number, ...given: unknown[]) =>
      start(handler, ms === toastMs ? never : ms, ...given);
    Object.assign(window, { setTimeout: startUnlessToast });
  }, limits.toastMs);
}

/** The same for every page of a browser. */
export function keepToasts(browser: Browser): void {
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    await keepToastsOf(context);
    return context;
  };
}
