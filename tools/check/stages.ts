import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Counts, countExit, countPlaywright, countVitest } from './counts.ts';
import { listPlaywrightFailures, listPlaywrightSecondTries, listVitestFailures } from './failures.ts';

/** One command of the check, and how to count its tests, and tell of those that failed, once it has ended. */
export interface Stage {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  count(code: number): Counts;
  failures(): readonly string[];
  /** What failed and then passed, where its runner tries again. */
  secondTries(): readonly string[];
}

export const stageNames = ['types', 'lint', 'dead', 'web', 'unit', 'properties', 'crash', 'browser'] as const;
export type StageName = (typeof stageNames)[number];

/** What to run: every stage or one, with further words for the test runner. */
export interface Asked {
  readonly only: StageName | undefined;
  readonly full: boolean;
  readonly rest: readonly string[];
}

/** `npm test -- [--full] [stage] [filters and options of the test runner]`. Filters alone mean the unit tests. */
export function readArguments(words: readonly string[]): Asked {
  const [first, ...others] = words.filter((word) => word !== '--full');
  const named = stageNames.find((name) => name === first);
  const rest = named === undefined ? words.filter((word) => word !== '--full') : others;
  return { only: named ?? (rest.length > 0 ? 'unit' : undefined), full: words.includes('--full'), rest };
}

function vitest(name: string, reports: string, rest: readonly string[], config: readonly string[] = []): Stage {
  const report = join(reports, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return {
    name,
    command: ['vitest', 'run', ...config, ...reporters, ...rest],
    count: (code) => countVitest(report, code),
    failures: () => listVitestFailures(report),
    secondTries: () => [],
  };
}

function playwright(reports: string, rest: readonly string[]): Stage {
  const report = join(reports, 'browser.json');
  return {
    name: 'browser',
    command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', ...rest],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    count: (code) => countPlaywright(report, code),
    failures: () => listPlaywrightFailures(report),
    secondTries: () => listPlaywrightSecondTries(report),
  };
}

/** The stages asked for, in order, leaving out those whose subject this checkout does not have. */
export function chooseStages(root: string, reports: string, { only, rest }: Asked): Stage[] {
  const has = (path: string) => existsSync(join(root, path));
  const once = (name: string, command: readonly string[]): Stage => ({
    name,
    command,
    count: countExit,
    failures: () => [],
    secondTries: () => [],
  });
  const projects = ['tsconfig.json', 'contract/tsconfig.json', 'e2e/tsconfig.json'].concat(
    has('web/src') ? ['web/tsconfig.json'] : [],
  );
  const stages = {
    types: projects.filter(has).map((project) => once(`types (${project})`, ['tsc', '-p', project])),
    lint: [once('lint', ['biome', 'check', '.'])],
    dead: [once('dead code', ['knip'])],
    web: has('web/vite.config.ts')
      ? [once('web', ['node', 'tools/setup.mjs', 'web']), once('bytes of script', ['node', 'tools/script-bytes.ts'])]
      : [],
    unit: [vitest('unit', reports, rest)],
    properties: has('vitest.properties.config.ts')
      ? [vitest('properties', reports, rest, ['--config', 'vitest.properties.config.ts'])]
      : [],
    crash: has('vitest.crash.config.ts')
      ? [vitest('crash', reports, rest, ['--config', 'vitest.crash.config.ts'])]
      : [],
    browser: has('e2e/playwright.config.ts') ? [playwright(reports, rest)] : [],
  } satisfies Record<StageName, Stage[]>;
  // Tests in a browser, and tests of the server's pages, look at the built application.
  if (only === 'browser' || only === 'crash') return [...stages.web, ...stages[only]];
  return only === undefined ? stageNames.flatMap((name) => stages[name]) : stages[only];
}
