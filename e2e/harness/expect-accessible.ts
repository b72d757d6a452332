import AxeBuilder from '@axe-core/playwright';
import { isDeep } from '@medcloud/server/test/harness/depth.ts';
import { expect, type Page } from '@playwright/test';

const levels = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

const maxFadeMs = 1_000;

/** Waits for fades, which have too little contrast half-way. Spinners and countdowns keep running. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async (maxMs) => {
    const listFades = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().endTime) < maxMs,
        );
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // a fade may start in the frame after another one ends, as that of a dialog that was just loaded
    for (let quietFrames = 0; quietFrames < 2; quietFrames += 1) {
      const fades = listFades();
      if (fades.length > 0) quietFrames = -1;
      await Promise.allSettled(fades.map(({ finished }) => finished));
      await nextFrame();
    }
  }, maxFadeMs);
}

/** Lists violations of WCAG 2.2 AA, or of every axe rule, on the current page: the rule and the elements. */
export async function listViolations(page: Page, rules: 'levels' | 'every' = 'levels'): Promise<string[]> {
  await waitForAnimations(page);
  // The source of axe (half a megabyte) is sent twice per run; a page that has it gets a short string instead.
  const isLoaded = await page.evaluate(() => 'axe' in globalThis);
  // Legacy mode checks only this page, which has no frames, and opens no second page to merge the results.
  const axe = new AxeBuilder({ page, ...(isLoaded ? { axeSource: "'there'" } : {}) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  const { violations } = await (rules === 'every' ? axe : axe.withTags(levels)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/** Overlays of a page. */
const overlaySelector = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/**
 * Expects no violation of WCAG 2.2 AA on the current page. `npm test` checks only pages with an open overlay:
 * `every-screen.spec.ts` checks each screen itself once.
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (!isDeep && (await page.locator(overlaySelector).count()) === 0) return;
  expect(await listViolations(page)).toEqual([]);
}
