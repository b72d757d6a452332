import { isDeep } from '@medcloud/server/test/harness/depth.ts';
import { defineConfig } from '@playwright/test';
import { defaultBrowser } from './harness/browsers.ts';

/** One worker and one browser, against the real app that `test-app.ts` starts. */
export default defineConfig({
  testDir: '.',
  globalSetup: './harness/start-shared-cluster.ts',
  // `npm test` samples, `npm run test:deep` runs everything
  testIgnore: isDeep ? [] : '**/*.deep.spec.ts',
  forbidOnly: true,
  projects: [
    { name: 'screens', testMatch: '**/*.spec.ts' },
    // check what the other tests recorded
    {
      name: 'texts',
      testMatch: isDeep ? ['texts/texts.ts', 'security-headers/policy.ts'] : 'security-headers/policy.ts',
      dependencies: ['screens'],
    },
  ],
  workers: 1,
  // these only end hung tests: a machine ten times slower under load stays within them
  timeout: 900_000,
  expect: { timeout: 60_000 },
  outputDir: '../test-results',
  reporter: [['list']],
  use: {
    ...defaultBrowser,
    // TRACE=1 stores a step-by-step trace of failed tests
    trace: process.env.TRACE === '1' ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    acceptDownloads: true,
    // Playwright clicks an element only once it stops moving
    contextOptions: { reducedMotion: 'reduce' },
    // names the missing or blocked element long before the test's timeout
    actionTimeout: 120_000,
  },
});
