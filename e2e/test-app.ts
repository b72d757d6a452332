import { isDeep } from '@medcloud/server/test/harness/depth.ts';
import { jobsWithoutAlarms } from '@medcloud/server/test/harness/quiet-jobs.ts';
import { type StandaloneApp, startStandaloneApp } from '@medcloud/server/test/harness/start-standalone-app.ts';
import { type BrowserContext, test as base } from '@playwright/test';
import { createFixtures, type Fixtures } from './harness/create-fixtures.ts';
import { disableToastTimeouts } from './harness/disable-toast-timeout.ts';
import { recordViolations, writeViolations } from './security-headers/policy-violations.ts';
import { recordTexts, writeTexts } from './texts/page-texts.ts';

export { administrator, type StandaloneApp } from '@medcloud/server/test/harness/start-standalone-app.ts';
export { expect } from '@playwright/test';

/**
 * A test on its worker's app, which starts once and stops with the worker. Records the texts of its pages for `texts/` (deep run)
 * and their policy violations for `security-headers/`.
 */
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
  // left open, pages keep calling the server until the end of the run: 57 of them held 9 GB
  closePages: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use(null);
      await Promise.all(browser.contexts().map((context) => before.has(context) || closeContext(context)));
    },
    { auto: true },
  ],
  /** As `startTestApp`; the apps stop with the test. */
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

/** Closes a context. A request that a test holds back would keep it open. */
async function closeContext(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}

/** A test of `npm run test:deep` only: `npm test` covers the same behavior elsewhere (docs/decisions/023). */
export const deepTest = isDeep ? test : () => undefined;

/**
 * A test on the worker's app with fixtures that a file's tests share. An app for each file would need a worker for
 * each.
 */
export const testWithFixtures = (number: number) =>
  test.extend<{ fixtures: Fixtures }>({ fixtures: async ({ fixturesFor }, use) => use(await fixturesFor(number)) });

/** Starts a separate app for a test that needs another environment than the worker's app. */
export const startTestApp = (environment: Record<string, string> = {}) =>
  startStandaloneApp({ environment, shouldCacheStatements: true, overrides: { jobs: jobsWithoutAlarms } });
