import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { filesUnder } from './source-files.ts';

const maxFiles = 25;
// Numbered migrations stay in one sequence.
const unlimited = 'server/src/platform/db/migrations';

/** Lists the folders with more source files directly in them than are allowed, with their number. */
function listLargeFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, count]) => count > maxFiles && folder !== unlimited)
    .map(([folder, count]) => `${folder}: ${count} files, at most ${maxFiles}; group some by a noun of theirs`);
}

describe('listLargeFolders', () => {
  const list = (folder: string, count: number) => Array.from({ length: count }, (_, index) => `${folder}/${index}.ts`);

  it('finds no folder in this repository', () => {
    const paths = filesUnder(fileURLToPath(new URL('../..', import.meta.url)), '.', /\.(tsx?|sql)$/);
    expect(paths.length).toBeGreaterThan(1_000);
    expect(listLargeFolders(paths)).toEqual([]);
  });

  it('counts the files directly in a folder, migrations excepted', () => {
    const paths = [...list('web/a', 26), ...list('web/b', 25), ...list('web/b/c', 25), ...list(unlimited, 26)];
    expect(listLargeFolders(paths)).toEqual(['web/a: 26 files, at most 25; group some by a noun of theirs']);
  });
});
