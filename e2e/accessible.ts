import AxeBuilder from '@axe-core/playwright';
import { isDeep } from '@medcloud/server/test/harness/depth.ts';
import { expect, type Page } from '@playwright/test';

const levels = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

const longestFadeMs = 1_000;

/** What fades in has its colours: half-way it would have too little contrast. What turns or counts down goes on. */
async function isDrawn(page: Page): Promise<void> {
  await page.evaluate(async (longest) => {
    const fades = document
      .getAnimations()
      .filter(
        ({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().endTime) < longest,
      );
    await Promise.allSettled(fades.map(({ finished }) => finished));
  }, longestFadeMs);
}

/** What breaks a rule of WCAG 2.2 AA, or any rule of axe, on the page as it stands: the rule, and where. */
export async function barriers(page: Page, rules: 'levels' | 'every' = 'levels'): Promise<string[]> {
  await isDrawn(page);
  // Its half megabyte is sent twice each time: on a page that has it, a word in its place does.
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  // Legacy mode looks at this page alone, which has no frames, and opens no second one to put the findings together.
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: "'there'" } : {}) }).setLegacyMode();
  const { violations } = await (rules === 'every' ? axe : axe.withTags(levels)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/** What opens above a page. */
const above = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/**
 * No rule of WCAG 2.2 AA is broken on the page as it stands. `npm test` looks where something is open above the page: it looks at the
 * screens themselves once each, in `every-screen.spec.ts`.
 */
export async function accessible(page: Page): Promise<void> {
  if (!isDeep && (await page.locator(above).count()) === 0) return;
  expect(await barriers(page)).toEqual([]);
}
