import type { Page, Request } from '@playwright/test';

/** Calls of the screen itself. Session calls pass, because without a session the screen does not render. */
const isScreenCall = (request: Request) => {
  const { pathname } = new URL(request.url());
  return request.method() === 'GET' && pathname.startsWith('/api/') && !/^\/api\/(auth|events)/.test(pathname);
};

/** Leaves every call of a screen unanswered from now on, so its loading state stays. */
export async function stallCalls(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    if (!isScreenCall(route.request())) await route.continue();
  });
}

/** Answers every call of a screen with a server error from now on. */
export async function failCalls(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    if (!isScreenCall(route.request())) await route.continue();
    else await route.fulfill({ status: 500, json: { code: 'internal' } });
  });
}
