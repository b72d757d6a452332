import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { chooseLanes, readArguments } from './stages.ts';

const root = mkdtempSync(join(tmpdir(), 'medcloud-stages-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const namesOf = (...words: string[]) =>
  chooseLanes({ root, reports: '/reports' }, readArguments(words)).map((lane) => lane.map(({ name }) => name));

it('reads a stage, the deep run, and what is for the test runner', () => {
  expect(readArguments([])).toEqual({ only: undefined, isDeep: false, rest: [] });
  expect(readArguments(['--deep'])).toEqual({ only: undefined, isDeep: true, rest: [] });
  expect(readArguments(['--deep', 'crash', 'server'])).toEqual({ only: 'crash', isDeep: true, rest: ['server'] });
  const rest = ['server/src', '-t', 'unit'];
  expect(readArguments(rest)).toEqual({ only: 'unit', isDeep: false, rest });
});

it('runs every stage this checkout has, in two lanes, or the one asked for', () => {
  expect(namesOf()).toEqual([[], ['lint', 'unit', 'properties', 'crash']]);
  expect(namesOf('browser')).toEqual([[]]);
  const files = ['tsconfig.json', 'web/tsconfig.json', 'web/vite.config.ts', 'e2e/playwright.config.ts'];
  for (const path of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), '');
  }
  const browser = ['web', 'web', 'browser'];
  const tests = ['unit', 'properties', 'crash'];
  expect(namesOf()).toEqual([browser, ['types', 'types', 'lint', ...tests]]);
  expect(namesOf('--deep')).toEqual([browser, ['dead', ...tests]]);
  expect(namesOf('browser', 'landing')).toEqual([browser]);
  expect(namesOf('a.test.ts')).toEqual([['unit']]);
});
