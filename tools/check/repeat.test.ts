import { expect, it } from 'vitest';
import { repeatCommand } from './repeat.ts';

const short = { isDeep: false, seed: '7' };

it('names the files and the tests that failed', () => {
  const failures = [
    { place: 'server/test/a.test.ts', name: 'a center’s list (all) holds', text: '' },
    { place: 'server/test/a.test.ts', name: 'opens', text: '' },
  ];
  expect(repeatCommand(short, 'unit', failures)).toBe(
    "npm test -- unit server/test/a.test.ts -t 'a center’s list \\(all\\) holds|opens'",
  );
});

it('repeats whole files where one did not load, where many tests failed, and where tests are named by their line', () => {
  const files = [
    { place: 'a.test.ts', text: '' },
    { place: 'b.test.ts', name: 'holds', text: '' },
  ];
  expect(repeatCommand(short, 'unit', files)).toBe('npm test -- unit a.test.ts b.test.ts');
  const many = Array.from({ length: 6 }, (_, at) => ({ place: 'a.test.ts', name: `case ${at}`, text: '' }));
  expect(repeatCommand(short, 'unit', many)).toBe('npm test -- unit a.test.ts');
  expect(repeatCommand({ isDeep: true, seed: '7' }, 'browser', [{ place: 'a.spec.ts:9', text: '' }])).toBe(
    'npm run test:deep -- browser a.spec.ts:9',
  );
});

it('repeats the whole stage where nothing names a test, and random tests from their seed', () => {
  expect(repeatCommand(short, 'types', [])).toBe('npm test -- types');
  expect(repeatCommand(short, 'properties', [{ place: 'a.property.test.ts', text: '' }])).toBe(
    'SEED=7 npm test -- properties a.property.test.ts',
  );
});
