import { cookieName } from '@medcloud/server/src/http/server/credentials.ts';
import type { Client } from '@medcloud/server/test/harness/client.ts';
import type { Browser, Page } from '@playwright/test';
import type { Portal } from './portal.ts';

/** How a person looks at the portal. */
export interface Look {
  language?: 'en' | 'el';
  width?: number;
  height?: number;
}

/** A page of somebody whose session was begun over HTTP, with both its secrets; of nobody without a client. Nothing moves on it. */
export async function pageOf(
  browser: Browser,
  { origin, config }: Pick<Portal, 'origin' | 'config'>,
  client: Client | null,
  { language = 'en', width = 1280, height = 900 }: Look = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height },
    reducedMotion: 'reduce',
    acceptDownloads: true,
  });
  if (client?.cookie) {
    const cookie = { name: cookieName(config), value: client.cookie, httpOnly: true, sameSite: 'Strict' as const };
    await context.addCookies([{ ...cookie, url: origin }]);
  }
  const kept = { 'medcloud-language': language, ...(client?.sessionId ? { sessionId: client.sessionId } : {}) };
  await context.addInitScript((entries) => {
    // once: what the person chooses afterwards stays
    if (sessionStorage.getItem('begun')) return;
    sessionStorage.setItem('begun', '1');
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, kept);
  return await context.newPage();
}
