import { defineConfig } from 'vitest/config';

/** Two kinds of tests beside the code: what runs in CI within minutes, and what takes longer (`npm test -- --full`). */
export default defineConfig({
  test: {
    include: [
      'contract/src/**/*.test.ts',
      'dicom/{src,test}/**/*.test.ts',
      'server/{src,test}/**/*.test.ts',
      'web/src/**/*.test.{ts,tsx}',
      'tools/**/*.test.ts',
    ],
    exclude: ['**/*.crash.test.ts', '**/node_modules/**'],
    globalSetup: ['server/test/cluster.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000, // a machine shared with others is slow at times; what a test is about has limits of its own
    hookTimeout: 120_000,
  },
});
