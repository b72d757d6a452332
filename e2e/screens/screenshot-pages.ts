import { type Browser, expect, type Page } from '@playwright/test';
import { openPage } from '../harness/open-page.ts';
import { type Visitor, waitUntilSettled } from '../harness/visits.ts';
import { type ScreenshotApp, startDemonstrationApp, startEmptyApp } from './screenshot-apps.ts';
import type { State } from './states.ts';

const starters = { demonstration: startDemonstrationApp, empty: startEmptyApp } satisfies Record<
  State['dataset'],
  () => Promise<ScreenshotApp>
>;

/** Apps and pages for screenshots. Each is created on first use and reused. */
export class ScreenshotPages {
  readonly #browser: Browser;
  readonly #apps = new Map<State['dataset'], Promise<ScreenshotApp>>();
  readonly #pages = new Map<string, Page>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  getApp(name: State['dataset']): Promise<ScreenshotApp> {
    const app = this.#apps.get(name) ?? starters[name]();
    this.#apps.set(name, app);
    return app;
  }

  async #getPage(name: State['dataset'], visitor: Visitor): Promise<Page> {
    const key = `${name} ${visitor}`;
    const openedPage = this.#pages.get(key);
    if (openedPage) return openedPage;
    const app = await this.getApp(name);
    const page = await openPage(this.#browser, app.testApp, await app.client(visitor), { width: 1440 });
    page.setDefaultTimeout(8_000);
    this.#pages.set(key, page);
    return page;
  }

  /** Returns a page that shows the state, in English on a wide screen. */
  async showState({ dataset: name, visit, at, before, act, isLoading }: State): Promise<Page> {
    const { places } = await this.getApp(name);
    const page = await this.#getPage(name, visit.as);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.evaluate(() => localStorage.setItem('medcloud-language', 'en')).catch(() => undefined);
    await page.goto('about:blank'); // a navigation that changes only the fragment loads nothing
    // after leaving the page: released earlier, a held upload would complete
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await before?.(page);
    await page.goto(at(places));
    if (isLoading) await expect(page.locator('.skeleton, .skeleton-bar').or(page.locator('h1')).first()).toBeVisible();
    else await waitUntilSettled(page);
    await act?.(page);
    return page;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pages.values()].map((page) => page.context().close()));
    await Promise.all([...this.#apps.values()].map(async (app) => (await app).close()));
  }
}
