import { openOwnPortal, type Portal } from '@medcloud/server/test/own-portal.ts';
import { test as base } from '@playwright/test';
import { keepTexts, recordTexts } from './texts/record.ts';
import { keepBreaches, recordBreaches } from './wall/record.ts';

export { administrator, type Portal } from '@medcloud/server/test/own-portal.ts';
export { expect } from '@playwright/test';

/** A test with a portal of its own worker: booted once, ended with it. What its pages show is kept for `texts/`, what the browser refused them for `wall/`. */
export const test = base.extend<object, { portal: Portal }>({
  browser: [
    async ({ browser }, use, { project, workerIndex }) => {
      const seen = recordTexts(browser);
      const breaches = recordBreaches(browser);
      await use(browser);
      await keepTexts(project.outputDir, workerIndex, seen);
      await keepBreaches(project.outputDir, workerIndex, breaches);
    },
    { scope: 'worker' },
  ],
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first argument's pattern
    async ({}, use) => {
      const { portal, close } = await openPortal();
      await use(portal);
      await close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

/** A portal of its own, for a test that needs another environment than the workers' one. */
export const openPortal = (environment: Record<string, string> = {}) =>
  openOwnPortal({ environment, keepsPlans: true });
