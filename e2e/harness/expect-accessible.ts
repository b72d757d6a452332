import AxeBuilder from '@axe-core/playwright';
import { isDeep } from '@medcloud/server/test/harness/depth.ts';
import { expect, type Page } from '@playwright/test';

const levels = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

const maxFadeMs = 1_000;

/** What fades in has its colours: half-way it would have too little contrast. What turns or counts down goes on. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async (maxMs) => {
    const fades = document
      .getAnimations()
      .filter(
        ({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().endTime) < maxMs,
      );
    await Promise.allSettled(fades.map(({ finished }) => finished));
  }, maxFadeMs);
}

/** What breaks a rule of WCAG 2.2 AA, or any rule of axe, on the page as it stands: the rule, and where. */
export async function listViolations(page: Page, rules: 'levels' | 'every' = 'levels'): Promise<string[]> {
  await waitForAnimations(page);
  // Its half megabyte is sent twice each time: on a page that has it, a word in its place does.
  const isLoaded = await page.evaluate(() => 'axe' in globalThis);
  // Legacy mode looks at this page alone, which has no frames, and opens no second one to put the findings together.
  const axe = new AxeBuilder({ page, ...(isLoaded ? { axeSource: "'there'" } : {}) }).setLegacyMode();
  const { violations } = await (rules === 'every' ? axe : axe.withTags(levels)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/** What opens above a page. */
const overlaySelector = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/**
 * No rule of WCAG 2.2 AA is broken on the page as it stands. `npm test` looks where something is open above the page: it looks at the
 * screens themselves once each, in `every-screen.spec.ts`.
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (!isDeep && (await page.locator(overlaySelector).count()) === 0) return;
  expect(await listViolations(page)).toEqual([]);
}
