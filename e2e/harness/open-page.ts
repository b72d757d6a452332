import type { Language } from '@medcloud/contract/languages';
import { cookieName } from '@medcloud/server/src/http/server/credentials.ts';
import type { Client } from '@medcloud/server/test/harness/client.ts';
import type { Browser, Page } from '@playwright/test';
import type { StandaloneApp } from '../test-app.ts';

/** Language, viewport and time zone of a page. */
export interface PageOptions {
  language?: Language;
  width?: number;
  height?: number;
  /** The machine's by default. */
  timezoneId?: string;
}

/**
 * Opens a page with both secrets of a session that was created over HTTP, or anonymous without a client. Motion is
 * reduced.
 */
export async function openPage(
  browser: Browser,
  { origin, config }: Pick<StandaloneApp, 'origin' | 'config'>,
  client: Client | null,
  { language = 'en', width = 1280, height = 900, timezoneId }: PageOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height },
    reducedMotion: 'reduce',
    acceptDownloads: true,
    ...(timezoneId === undefined ? {} : { timezoneId }),
  });
  if (client?.cookie) {
    const cookie = { name: cookieName(config), value: client.cookie, httpOnly: true, sameSite: 'Strict' as const };
    await context.addCookies([{ ...cookie, url: origin }]);
  }
  const storedEntries = {
    'medcloud-language': language,
    ...(client?.sessionId ? { sessionId: client.sessionId } : {}),
  };
  await context.addInitScript((entries) => {
    // once per page: a later choice of the user stays
    if (sessionStorage.getItem('initialized')) return;
    sessionStorage.setItem('initialized', '1');
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, storedEntries);
  return await context.newPage();
}
