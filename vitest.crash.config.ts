import { defineConfig } from 'vitest/config';
import { isDeep } from './server/test/harness/depth.ts';
import { createLongestFirst, longCrashFiles } from './tools/check/longest-first.ts';
import { testLimits } from './tools/check/test-limits.ts';

/**
 * Tests that kill the portal, each file on a database and a folder of its own, in a cluster that syncs as a real one does. The modules are
 * read once for many files, as in the unit stage (`isolate: false`).
 */
export default defineConfig({
  test: {
    include: ['server/test/crash/**/*.crash.test.ts'],
    exclude: isDeep ? [] : ['**/*.deep.crash.test.ts'],
    globalSetup: ['server/test/crash/safe-cluster.ts'],
    pool: 'forks',
    experimental: { viteModuleRunner: false }, // Node reads the modules, as in production
    maxWorkers: 2,
    isolate: false,
    sequence: { sequencer: createLongestFirst(longCrashFiles) },
    ...testLimits,
    testTimeout: 3_600_000, // in the deep run one test is a hundred kills
  },
});
