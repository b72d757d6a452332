import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { choosePipelines, parseArguments } from './stages.ts';

const root = mkdtempSync(join(tmpdir(), 'medcloud-stages-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const stageNamesOf = (...words: string[]) =>
  choosePipelines({ root, reports: '/reports' }, parseArguments(words)).map((pipeline) =>
    pipeline.map(({ name }) => name),
  );

it('parseArguments reads the stage, the deep run, and the arguments of the test runner', () => {
  expect(parseArguments([])).toEqual({ only: undefined, isDeep: false, rest: [] });
  expect(parseArguments(['--deep'])).toEqual({ only: undefined, isDeep: true, rest: [] });
  expect(parseArguments(['--deep', 'crash', 'server'])).toEqual({ only: 'crash', isDeep: true, rest: ['server'] });
  const rest = ['server/src', '-t', 'unit'];
  expect(parseArguments(rest)).toEqual({ only: 'unit', isDeep: false, rest });
});

it('choosePipelines returns every available stage in two pipelines, or only the requested stage', () => {
  expect(stageNamesOf()).toEqual([['crash'], ['lint', 'lint', 'unit', 'properties']]);
  expect(stageNamesOf('browser')).toEqual([[]]);
  const files = ['tsconfig.json', 'web/tsconfig.json', 'web/vite.config.ts', 'e2e/playwright.config.ts'];
  for (const path of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), '');
  }
  const browser = ['web', 'web', 'browser'];
  const tests = ['unit', 'properties'];
  expect(stageNamesOf()).toEqual([
    [...browser, 'crash'],
    ['types', 'types', 'lint', 'lint', ...tests],
  ]);
  expect(stageNamesOf('--deep')).toEqual([browser, ['dead', ...tests, 'crash']]);
  expect(stageNamesOf('browser', 'landing')).toEqual([browser]);
  expect(stageNamesOf('a.test.ts')).toEqual([['unit']]);
});
