import { isDeep } from '@medcloud/server/test/harness/depth.ts';
import { type StandaloneApp, startStandaloneApp } from '@medcloud/server/test/harness/start-standalone-app.ts';
import { test as base } from '@playwright/test';
import { createFixtures, type Fixtures } from './harness/create-fixtures.ts';
import { disableToastTimeouts } from './harness/disable-toast-timeout.ts';
import { recordViolations, writeViolations } from './security-headers/policy-violations.ts';
import { recordTexts, writeTexts } from './texts/page-texts.ts';

export { administrator, type StandaloneApp } from '@medcloud/server/test/harness/start-standalone-app.ts';
export { expect } from '@playwright/test';

/** A test with a portal of its own worker: booted once, ended with it. What its pages show is kept for `texts/` (in the deep run), what the browser refused them for `wall/`. */
export const test = base.extend<
  { closePages: null; startOwnApp: typeof startTestApp },
  { testApp: StandaloneApp; fixturesFor: (number: number) => Promise<Fixtures> }
>({
  browser: [
    async ({ browser }, use, { project, workerIndex }) => {
      const texts = isDeep ? recordTexts(browser) : new Map();
      const violations = recordViolations(browser);
      disableToastTimeouts(browser);
      await use(browser);
      await writeTexts(project.outputDir, workerIndex, texts);
      await writeViolations(project.outputDir, workerIndex, violations);
    },
    { scope: 'worker' },
  ],
  testApp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first argument's pattern
    async ({}, use) => {
      const { testApp, close } = await startTestApp();
      await use(testApp);
      await close();
    },
    { scope: 'worker' },
  ],
  fixturesFor: [
    async ({ testApp }, use) => {
      const fixturesByNumber = new Map<number, Promise<Fixtures>>();
      await use((number) => {
        const fixtures = fixturesByNumber.get(number) ?? createFixtures(testApp, number);
        fixturesByNumber.set(number, fixtures);
        return fixtures;
      });
    },
    { scope: 'worker' },
  ],
  // left open, they ask the portal and are told of everything until the run's end: 57 of them held 9 GB
  closePages: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use(null);
      await Promise.all(browser.contexts().map((context) => before.has(context) || context.close()));
    },
    { auto: true },
  ],
  /** `openPortal`, whose portals end with the test. */
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first argument's pattern
  startOwnApp: async ({}, use) => {
    const startedApps: Awaited<ReturnType<typeof startTestApp>>[] = [];
    await use(async (environment) => {
      const app = await startTestApp(environment);
      startedApps.push(app);
      return app;
    });
    for (const { close } of startedApps) await close();
  },
});

/** A test of `npm run test:deep` alone: `npm test` tests the same behaviour elsewhere (docs/decisions/023). */
export const deepTest = isDeep ? test : () => undefined;

/** On the worker's portal, with a stage that a file's tests share. A portal for each file would be a worker for each. */
export const testWithFixtures = (number: number) =>
  test.extend<{ fixtures: Fixtures }>({ fixtures: async ({ fixturesFor }, use) => use(await fixturesFor(number)) });

/** A portal of its own, for a test that needs another environment than the workers' one. */
export const startTestApp = (environment: Record<string, string> = {}) =>
  startStandaloneApp({ environment, shouldCacheStatements: true });
