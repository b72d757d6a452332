import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** Starts an app of its own. */
const withOwnApp = 'admin/alarms.deep.spec.ts';

const folder = fileURLToPath(new URL('../', import.meta.url));
const pattern = /(?:testWithFixtures|fixturesFor|create\w*Fixtures?)\((?:\w+, )?(\d\d)\b/g;

// The files of a run share one app until a test fails, so a number used twice shows only in a run without failures.
it('gives the fixtures of each browser test a number of their own', () => {
  const files = globSync('**/*.spec.ts', { cwd: folder }).filter((path) => path !== withOwnApp);
  const used = files.flatMap((path) => {
    const numbers = [...readFileSync(`${folder}${path}`, 'utf8').matchAll(pattern)].map(([, number]) => number);
    return [...new Set(numbers)].map((number) => ({ number, path }));
  });
  expect(used.length).toBeGreaterThan(20);
  const shared = [...Map.groupBy(used, ({ number }) => number).values()].filter((users) => users.length > 1);
  expect(shared).toEqual([]);
});
