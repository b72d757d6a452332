import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { chooseStages, readArguments } from './stages.ts';

const root = mkdtempSync(join(tmpdir(), 'medcloud-stages-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const namesOf = (...words: string[]) => chooseStages(root, '/reports', readArguments(words)).map(({ name }) => name);

it('reads a stage, the full run, and what is for the test runner', () => {
  expect(readArguments([])).toEqual({ only: undefined, full: false, rest: [] });
  expect(readArguments(['--full'])).toEqual({ only: undefined, full: true, rest: [] });
  expect(readArguments(['crash', '--full', 'server'])).toEqual({ only: 'crash', full: true, rest: ['server'] });
  expect(readArguments(['server/src', '-t', 'unit'])).toEqual({
    only: 'unit',
    full: false,
    rest: ['server/src', '-t', 'unit'],
  });
});

it('runs every stage this checkout has, in order, or the one asked for', () => {
  expect(namesOf()).toEqual(['lint', 'dead code', 'unit']);
  expect(namesOf('browser')).toEqual([]);
  const configs = ['vitest.properties.config.ts', 'vitest.crash.config.ts', 'e2e/playwright.config.ts'];
  const files = ['tsconfig.json', 'web/src/a.ts', 'web/tsconfig.json', 'web/vite.config.ts', 'e2e/tsconfig.json'];
  for (const path of [...files, ...configs]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), '');
  }
  const types = ['types (tsconfig.json)', 'types (e2e/tsconfig.json)', 'types (web/tsconfig.json)'];
  const before = [...types, 'lint', 'dead code', 'web', 'bytes of script'];
  expect(namesOf()).toEqual([...before, 'unit', 'properties', 'crash', 'browser']);
  expect(namesOf('browser', 'landing')).toEqual(['web', 'bytes of script', 'browser']);
  expect(namesOf('a.test.ts')).toEqual(['unit']);
});
