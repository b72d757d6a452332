import { defineConfig } from 'vitest/config';
import { isDeep } from './server/test/harness/depth.ts';
import { createLongestFirst, longUnitFiles } from './tools/check/longest-first.ts';
import { testLimits } from './tools/check/test-limits.ts';

const exclude = [
  '**/*.crash.test.ts',
  '**/*.property.test.ts',
  '**/node_modules/**',
  ...(isDeep ? [] : ['**/*.deep.test.ts']),
  ...(process.env.INTEROP === '1' ? [] : ['**/*.interop.test.ts']), // npm run interop trust
];
const suffix = isDeep ? '.deep.test.ts' : '.test.ts';

/**
 * One process for many files (`isolate: false`): to read the server's modules costs as much as a small file's tests. It can be, because no
 * module keeps anything; a test that sets a global, a timer or the clock puts it back.
 *
 * `npm run test:deep` runs the files that end in `.deep.test.ts`, and `npm test` all others (docs/decisions/023).
 */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 3, // on two cores: each waits for its database, or for a time to pass, for half of its time
    sequence: { sequencer: createLongestFirst(longUnitFiles) },
    passWithNoTests: isDeep,
    projects: [
      {
        test: {
          name: 'server',
          include: [`server/{src,test}/**/*${suffix}`, `tools/**/*${suffix}`],
          exclude,
          globalSetup: ['server/test/harness/cluster.ts'],
          isolate: false,
          experimental: { viteModuleRunner: false }, // Node reads the modules, as in production
          unstubGlobals: true,
          ...testLimits,
          ...(isDeep && { testTimeout: 3_600_000 }), // in the deep run one test is a year of 500 accounts
        },
      },
      {
        test: {
          name: 'pure',
          include: [
            `contract/src/**/*${suffix}`,
            `text/*${suffix}`,
            `e2e/specification/*${suffix}`,
            `dicom/{src,test}/**/*${suffix}`,
            `web/src/**/*${suffix}{,x}`,
          ],
          exclude,
          isolate: false,
          unstubGlobals: true,
          ...testLimits,
        },
      },
    ],
  },
});
