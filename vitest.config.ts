import { defineConfig } from 'vitest/config';
import { longestFirst, longUnitFiles } from './tools/check/longest-first.ts';

const exclude = ['**/*.crash.test.ts', '**/*.property.test.ts', '**/node_modules/**'];
const patience = {
  testTimeout: 60_000, // a machine shared with others is slow at times; what a test is about has limits of its own
  hookTimeout: 120_000,
};

/**
 * One process for many files (`isolate: false`): to read the server's modules costs as much as a small file's tests. It can be, because no
 * module keeps anything (`tools/architecture`); a test that sets a global, a timer or the clock puts it back.
 *
 * Two kinds of tests beside the code: what runs in CI within minutes, and what takes longer (`npm test -- --full`).
 */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 3, // on two cores: each waits for its database, or for a time to pass, for half of its time
    sequence: { sequencer: longestFirst(longUnitFiles) },
    projects: [
      {
        test: {
          name: 'server',
          include: ['server/{src,test}/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude,
          globalSetup: ['server/test/cluster.ts'],
          isolate: false,
          unstubGlobals: true,
          ...patience,
        },
      },
      {
        test: {
          name: 'pure',
          include: ['contract/src/**/*.test.ts', 'dicom/{src,test}/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}'],
          exclude,
          isolate: false,
          unstubGlobals: true,
          ...patience,
        },
      },
    ],
  },
});
