import type { Page } from '@playwright/test';

/** From now on the portal fails at this address, as it does when something on its side breaks. */
export async function failRequests(page: Page, path: string, status = 500): Promise<void> {
  await page.route(`**${path}`, (route) =>
    route.fulfill({ status, contentType: 'application/problem+json', body: '{"code":"internal"}' }),
  );
}

/** From now on the portal cannot be reached at this address. */
export async function abortRequests(page: Page, path: string): Promise<void> {
  await page.route(`**${path}`, (route) => route.abort());
}

/** From now on a list is empty, as in a portal's first hour. */
export async function returnEmptyList(page: Page, path: string): Promise<void> {
  await page.route(`**${path}`, (route) => route.fulfill({ json: [], headers: { 'x-total-count': '0' } }));
}

/** From now on the portal does not answer at this address until `letGo` is called, so that what a button is doing can be read. */
export async function holdRequests(page: Page, path: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**${path}`, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
