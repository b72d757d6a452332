import { defineConfig } from 'vitest/config';
import { createLongestFirst } from './tools/check/longest-first.ts';
import { testLimits } from './tools/check/test-limits.ts';

/** What draws its cases from a seed and many of them: models and mutations. The seed is printed, and taken from the environment again. */
export default defineConfig({
  test: {
    include: ['**/*.property.test.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: ['server/test/harness/cluster.ts'],
    pool: 'forks',
    experimental: { viteModuleRunner: false }, // Node reads the modules, as in production
    maxWorkers: 2,
    isolate: false, // the modules are read once for many files, as in the unit stage
    sequence: { sequencer: createLongestFirst(['server/test/model/consent.property.test.ts']) },
    ...testLimits,
    testTimeout: 3_600_000, // in the deep run one test is thousands of cases
  },
});
