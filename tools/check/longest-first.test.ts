import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { longCrashFiles, longUnitFiles, sortFirst } from './longest-first.ts';

it('puts what is named in front, in the order of the names, and leaves the others as they stand', () => {
  const long = ['matrix', 'demo', 'gone'];
  expect(sortFirst(['zip', 'demo', 'access', 'matrix'], (name) => long.indexOf(name))).toEqual([
    ...['matrix', 'demo'],
    ...['zip', 'access'],
  ]);
});

it('names files that exist', () => {
  const root = new URL('../../', import.meta.url);
  const gone = [...longUnitFiles, ...longCrashFiles].filter((file) => !existsSync(fileURLToPath(new URL(file, root))));
  expect(gone).toEqual([]);
});
