import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { longCrashFiles, longUnitFiles, sortFirst } from './longest-first.ts';

it('sortFirst puts listed items first, in the order of the list, and keeps the order of the others', () => {
  const long = ['matrix', 'demo', 'gone'];
  expect(sortFirst(['zip', 'demo', 'access', 'matrix'], (name) => long.indexOf(name))).toEqual([
    ...['matrix', 'demo'],
    ...['zip', 'access'],
  ]);
});

it('longUnitFiles and longCrashFiles list existing files', () => {
  const root = new URL('../../', import.meta.url);
  const gone = [...longUnitFiles, ...longCrashFiles].filter((file) => !existsSync(fileURLToPath(new URL(file, root))));
  expect(gone).toEqual([]);
});
