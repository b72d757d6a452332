import { faults } from '@medcloud/contract';
import type { Page, Request } from '@playwright/test';

/** The session itself goes on: without it nobody is on the screen. */
const isScreenCall = (request: Request) => {
  const { pathname } = new URL(request.url());
  return request.method() === 'GET' && pathname.startsWith('/api/') && !/^\/api\/(auth|events)/.test(pathname);
};

/** From now on no call of a screen is answered: what it shows meanwhile stays. */
export async function stallCalls(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    if (!isScreenCall(route.request())) await route.continue();
  });
}

/** From now on the portal fails at every call of a screen, as it does when something on its side breaks. */
export async function failCalls(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    if (!isScreenCall(route.request())) await route.continue();
    else await route.fulfill({ status: 500, json: { code: 'internal', message: faults.internal.message } });
  });
}
