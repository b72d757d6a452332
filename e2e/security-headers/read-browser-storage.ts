import type { Page } from '@playwright/test';

/** Everything the browser keeps for the portal's origin and a script can read, as text. */
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
