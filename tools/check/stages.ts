import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Counts, countExit, countPlaywright, countVitest } from './counts.ts';
import { type Failure, listPlaywrightFailures, listVitestFailures } from './failures.ts';

export const stageNames = ['types', 'lint', 'dead', 'web', 'unit', 'properties', 'crash', 'browser'] as const;
export type StageName = (typeof stageNames)[number];

/** One command of the check, with functions that count its tests and list its failures after it has ended. */
export interface Stage {
  readonly name: StageName;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  count(code: number): Counts;
  failures(): readonly Failure[];
}

/** What to run: every stage or one, additional arguments for the test runner, and whether it is the deep run. */
export interface CheckOptions {
  readonly only: StageName | undefined;
  readonly isDeep: boolean;
  readonly rest: readonly string[];
}

/**
 * Parses `npm test -- [stage] [filters and options of the test runner]`, and the same of `npm run test:deep`. Filters
 * without a stage select the unit tests.
 */
export function parseArguments(args: readonly string[]): CheckOptions {
  const words = args.filter((word) => word !== '--deep');
  const isDeep = words.length < args.length;
  const named = stageNames.find((name) => name === words[0]);
  const rest = named === undefined ? words : words.slice(1);
  return { only: named ?? (rest.length > 0 ? 'unit' : undefined), isDeep, rest };
}

interface CheckFolders {
  readonly root: string;
  /** The folder for the runners' reports. */
  readonly reports: string;
}

function createVitestStage(
  name: StageName,
  { root, reports }: CheckFolders,
  rest: readonly string[],
  config: string,
): Stage {
  const report = join(reports, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return {
    name,
    command: ['vitest', 'run', '--config', config, ...reporters, ...rest],
    count: (code) => countVitest(report, code),
    failures: () => listVitestFailures(report, root),
  };
}

function createPlaywrightStage({ reports }: CheckFolders, rest: readonly string[]): Stage {
  const report = join(reports, 'browser.json');
  return {
    name: 'browser',
    command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', ...rest],
    env: {
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      // Node reads TypeScript itself; Playwright's own compiler would take 10 s of processor time
      PW_DISABLE_TS_ESM: '1',
    },
    count: (code) => countPlaywright(report, code),
    failures: () => listPlaywrightFailures(report),
  };
}

/** Creates a stage that counts as one test, by its exit code. */
const createSimpleStage = (name: StageName, command: readonly string[]): Stage => ({
  name,
  command,
  count: countExit,
  failures: () => [],
});

const projects = ['tsconfig.json', 'contract/tsconfig.json', 'e2e/tsconfig.json', 'web/tsconfig.json'];

/**
 * Returns the requested stages as pipelines that run in parallel. Skips stages whose files are missing in this
 * checkout. Two pipelines keep two cores busy, because each sometimes waits for a database or a page.
 */
export function choosePipelines(folders: CheckFolders, { only, isDeep, rest }: CheckOptions): Stage[][] {
  const isPresent = (path: string) => existsSync(join(folders.root, path));
  const stages = {
    // The default of four checkers takes twice the CPU time.
    types: projects
      .filter(isPresent)
      .map((project) => createSimpleStage('types', ['tsc', '--singleThreaded', '-p', project])),
    lint: [
      createSimpleStage('lint', ['biome', 'check', '.']),
      createSimpleStage('lint', ['node', 'tools/lint/check-words.ts']),
    ],
    dead: [createSimpleStage('dead', ['knip'])],
    web: isPresent('web/vite.config.ts')
      ? [
          createSimpleStage('web', ['node', 'tools/setup.mjs', 'web']),
          createSimpleStage('web', ['node', 'tools/bundle-budget.ts']),
        ]
      : [],
    unit: [createVitestStage('unit', folders, rest, 'vitest.config.ts')],
    properties: [createVitestStage('properties', folders, rest, 'vitest.properties.config.ts')],
    crash: [createVitestStage('crash', folders, rest, 'vitest.crash.config.ts')],
    browser: isPresent('e2e/playwright.config.ts') ? [createPlaywrightStage(folders, rest)] : [],
  } satisfies Record<StageName, Stage[]>;
  // Browser tests use the built application.
  if (only === 'browser') return [[...stages.web, ...stages.browser]];
  if (only !== undefined) return [stages[only]];
  // The crash stage follows the pipeline that ends first: in `npm test` the browser's.
  if (isDeep)
    return [
      [...stages.web, ...stages.browser],
      [...stages.dead, ...stages.unit, ...stages.properties, ...stages.crash],
    ];
  return [
    [...stages.web, ...stages.browser, ...stages.crash],
    [...stages.types, ...stages.lint, ...stages.unit, ...stages.properties],
  ];
}

/** Checks whether a stage needs the built application. */
export const needsWeb = (name: StageName) => name === 'unit' || name === 'browser';
