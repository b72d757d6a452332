import { defineConfig } from 'vitest/config';

/** What draws its cases from a seed and many of them: models and mutations. The seed is printed, and taken from the environment again. */
export default defineConfig({
  test: {
    include: ['**/*.property.test.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: ['server/test/cluster.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
