import { defineConfig } from 'vitest/config';

/** Tests that kill the portal: one at a time, on a cluster that syncs as a real one does. */
export default defineConfig({
  test: {
    include: ['server/test/crash/**/*.crash.test.ts'],
    globalSetup: ['server/test/crash/safe-cluster.ts'],
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
