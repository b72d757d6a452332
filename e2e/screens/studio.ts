import { type Browser, expect, type Page } from '@playwright/test';
import { pageOf } from '../signed-in.ts';
import { settled, type Visitor } from '../visits.ts';
import { openDemonstration, openEmpty, type Scene } from './portals.ts';
import type { State } from './states.ts';

const opening = { demonstration: openDemonstration, empty: openEmpty } satisfies Record<
  State['scene'],
  () => Promise<Scene>
>;

/** The portals and pages that pictures are taken in: each made when the first picture needs it, and kept. */
export class Studio {
  readonly #browser: Browser;
  readonly #scenes = new Map<State['scene'], Promise<Scene>>();
  readonly #pages = new Map<string, Page>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  scene(name: State['scene']): Promise<Scene> {
    const scene = this.#scenes.get(name) ?? opening[name]();
    this.#scenes.set(name, scene);
    return scene;
  }

  async #pageFor(name: State['scene'], visitor: Visitor): Promise<Page> {
    const key = `${name} ${visitor}`;
    const kept = this.#pages.get(key);
    if (kept) return kept;
    const scene = await this.scene(name);
    const page = await pageOf(this.#browser, scene.portal, await scene.client(visitor), { width: 1440 });
    page.setDefaultTimeout(8_000);
    this.#pages.set(key, page);
    return page;
  }

  /** A page on which the state stands, in English on a wide screen. */
  async stand({ scene: name, visit, at, before, act, isLoading }: State): Promise<Page> {
    const { places } = await this.scene(name);
    const page = await this.#pageFor(name, visit.as);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.evaluate(() => localStorage.setItem('medcloud-language', 'en')).catch(() => undefined);
    await page.goto('about:blank'); // from an address that differs in its fragment alone nothing would load
    // after what was held back went with its page: let go before, an upload would arrive
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await before?.(page);
    await page.goto(at(places));
    if (isLoading) await expect(page.locator('.skeleton, .skeleton-bar').or(page.locator('h1')).first()).toBeVisible();
    else await settled(page);
    await act?.(page);
    return page;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pages.values()].map((page) => page.context().close()));
    await Promise.all([...this.#scenes.values()].map(async (scene) => (await scene).close()));
  }
}
