import { screens } from '@medcloud/contract/screens';
import { chromium } from '@playwright/test';
import { fullBrowser, hasFullBrowser } from '../harness/browsers.ts';
import { expect, test } from '../test-app.ts';

test('going back restores the landing page and the legal pages as they were left', async ({ testApp }) => {
  test.skip(!hasFullBrowser, 'the light browser has no back/forward cache');
  const browser = await chromium.launch({
    ...fullBrowser.launchOptions,
    // Playwright switches the cache off
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Page.enable');
    const navigations: string[] = [];
    session.on('Page.frameNavigated', ({ frame, type }) => navigations.push(`${new URL(frame.url).pathname} ${type}`));
    for (const path of [screens.home, screens.privacy]) {
      await page.goto(`${testApp.origin}${path}`);
      await page.goto(`${testApp.origin}${screens.terms}`);
      const { entries, currentIndex } = await session.send('Page.getNavigationHistory');
      await session.send('Page.navigateToHistoryEntry', { entryId: entries[currentIndex - 1]?.id ?? 0 });
      await expect.poll(() => navigations).toContain(`${path} BackForwardCacheRestore`);
    }
  } finally {
    await browser.close();
  }
});
