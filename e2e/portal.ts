import { isDeep } from '@medcloud/server/test/harness/depth.ts';
import { openOwnPortal, type Portal } from '@medcloud/server/test/harness/own-portal.ts';
import { test as base } from '@playwright/test';
import { keepToasts } from './lasting-toasts.ts';
import { type Stage, setStage } from './stage.ts';
import { keepTexts, recordTexts } from './texts/record.ts';
import { keepBreaches, recordBreaches } from './wall/record.ts';

export { administrator, type Portal } from '@medcloud/server/test/harness/own-portal.ts';
export { expect } from '@playwright/test';

/** A test with a portal of its own worker: booted once, ended with it. What its pages show is kept for `texts/` (in the deep run), what the browser refused them for `wall/`. */
export const test = base.extend<
  { closesPages: null; openOwn: typeof openPortal },
  { portal: Portal; stages: (number: number) => Promise<Stage> }
>({
  browser: [
    async ({ browser }, use, { project, workerIndex }) => {
      const seen = isDeep ? recordTexts(browser) : new Map();
      const breaches = recordBreaches(browser);
      keepToasts(browser);
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
    { scope: 'worker' },
  ],
  stages: [
    async ({ portal }, use) => {
      const stages = new Map<number, Promise<Stage>>();
      await use((number) => {
        const stage = stages.get(number) ?? setStage(portal, number);
        stages.set(number, stage);
        return stage;
      });
    },
    { scope: 'worker' },
  ],
  // left open, they ask the portal and are told of everything until the run's end: 57 of them held 9 GB
  closesPages: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use(null);
      await Promise.all(browser.contexts().map((context) => before.has(context) || context.close()));
    },
    { auto: true },
  ],
  /** `openPortal`, whose portals end with the test. */
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first argument's pattern
  openOwn: async ({}, use) => {
    const opened: Awaited<ReturnType<typeof openPortal>>[] = [];
    await use(async (environment) => {
      const own = await openPortal(environment);
      opened.push(own);
      return own;
    });
    for (const { close } of opened) await close();
  },
});

/** A test of `npm run test:deep` alone: `npm test` tests the same behaviour elsewhere (docs/decisions/023). */
export const deepTest = isDeep ? test : () => undefined;

/** On the worker's portal, with a stage that a file's tests share. A portal for each file would be a worker for each. */
export const testOnStage = (number: number) =>
  test.extend<{ stage: Stage }>({ stage: async ({ stages }, use) => use(await stages(number)) });

/** A portal of its own, for a test that needs another environment than the workers' one. */
export const openPortal = (environment: Record<string, string> = {}) =>
  openOwnPortal({ environment, keepsPlans: true });
