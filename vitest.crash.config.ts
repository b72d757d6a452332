import { defineConfig } from 'vitest/config';
import { longCrashFiles, longestFirst } from './tools/check/longest-first.ts';
import { testLimits } from './tools/check/test-limits.ts';

/** Tests that kill the portal, each file on a database and a folder of its own, in a cluster that syncs as a real one does. */
export default defineConfig({
  test: {
    include: ['server/test/crash/**/*.crash.test.ts'],
    globalSetup: ['server/test/crash/safe-cluster.ts'],
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: longestFirst(longCrashFiles) },
    ...testLimits,
  },
});
