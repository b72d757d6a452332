import type { Page } from '@playwright/test';

/** Answers requests to this path with a server error from now on. */
export async function failRequests(page: Page, path: string, status = 500): Promise<void> {
  await page.route(`**${path}`, (route) =>
    route.fulfill({ status, contentType: 'application/problem+json', body: '{"code":"internal"}' }),
  );
}

/** Aborts requests to this path from now on, as if the server were unreachable. */
export async function abortRequests(page: Page, path: string): Promise<void> {
  await page.route(`**${path}`, (route) => route.abort());
}

/** Returns an empty list from this path from now on, as in a new installation. */
export async function returnEmptyList(page: Page, path: string): Promise<void> {
  await page.route(`**${path}`, (route) => route.fulfill({ json: [], headers: { 'x-total-count': '0' } }));
}

/** Holds requests to this path until the returned function is called, so a test can read a button's busy label. */
export async function delayRequests(page: Page, path: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**${path}`, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
