import type { Page } from '@playwright/test';

/** Returns as text everything that a script can read from the browser's storage for this origin. */
export function readBrowserStorage(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      databases,
      history.state,
      location.href,
      document.cookie,
    ]);
  });
}
