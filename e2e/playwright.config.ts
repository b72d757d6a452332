import { isDeep } from '@medcloud/server/test/harness/depth.ts';
import { defineConfig } from '@playwright/test';
import { defaultBrowser } from './harness/browsers.ts';

/** One worker, one browser: the portal that it drives is the real one, booted by `portal.ts`. */
export default defineConfig({
  testDir: '.',
  globalSetup: './harness/start-shared-cluster.ts',
  // what `npm test` samples, `npm run test:deep` goes through
  testIgnore: isDeep ? [] : '**/*.deep.spec.ts',
  forbidOnly: true,
  projects: [
    { name: 'screens', testMatch: '**/*.spec.ts' },
    // ask what the others have seen
    {
      name: 'texts',
      testMatch: isDeep ? ['texts/texts.ts', 'security-headers/policy.ts'] : 'security-headers/policy.ts',
      dependencies: ['screens'],
    },
  ],
  workers: 1,
  // these end what hangs: no test is about them, and a machine ten times slower with others at work on it keeps them
  timeout: 900_000,
  expect: { timeout: 60_000 },
  outputDir: '../test-results',
  reporter: [['list']],
  use: {
    ...defaultBrowser,
    // TRACE=1 keeps what a failed test did, step by step
    trace: process.env.TRACE === '1' ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    acceptDownloads: true,
    // what moves is not there to be pressed until it rests
    contextOptions: { reducedMotion: 'reduce' },
    // what cannot be pressed or does not come is named then, long before a story's own time is over
    actionTimeout: 120_000,
  },
});
