import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** These start an app of their own. */
const withOwnApp = ['admin/alarms.deep.spec.ts', 'center/virus-scan.deep.spec.ts'];

const folder = fileURLToPath(new URL('../', import.meta.url));
// also of a test that runs in both languages, and of a center alone: ['el', 37, 48], { number: 38, phone }
const pattern =
  /(?:(?:testWithFixtures|fixturesFor|create\w*Fixtures?)\((?:\w+, )?|\['e[ln]', |(?<=\['e[ln]', \d\d, )|\bnumber: )(\d\d)\b/g;
const computed = /(?:testWithFixtures|fixturesFor|create\w*Fixtures?)\([^()]*[+-][^()]*\)|\bnumber: \w+ [+-]/;

// The files of a run share one app until a test fails, so a number used twice shows only in a run without failures.
it('gives the fixtures of each browser test a number of their own', () => {
  const files = globSync('**/*.spec.ts', { cwd: folder }).filter((path) => !withOwnApp.includes(path));
  const computing = files.filter((path) => computed.test(readFileSync(`${folder}${path}`, 'utf8')));
  expect(computing, 'write the number out').toEqual([]);
  const used = files.flatMap((path) => {
    const numbers = [...readFileSync(`${folder}${path}`, 'utf8').matchAll(pattern)].map(([, number]) => number);
    return [...new Set(numbers)].map((number) => ({ number, path }));
  });
  expect(used.length).toBeGreaterThan(20);
  const shared = [...Map.groupBy(used, ({ number }) => number).values()].filter((users) => users.length > 1);
  expect(shared).toEqual([]);
});
