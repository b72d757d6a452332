import { expect, it } from 'vitest';
import { repeatCommand } from './repeat.ts';

const short = { isDeep: false, seed: '7' };

it('repeatCommand selects the failed files and tests', () => {
  const failures = [
    { place: 'server/test/a.test.ts', name: 'a center’s list (all) holds', text: '' },
    { place: 'server/test/a.test.ts', name: 'opens', text: '' },
  ];
  expect(repeatCommand(short, 'unit', failures)).toBe(
    "npm test -- unit server/test/a.test.ts -t 'a center’s list \\(all\\) holds|opens'",
  );
});

it('repeatCommand selects complete files for a load failure, many failed tests, or tests selected by line', () => {
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

it('repeatCommand repeats the stage if no test is known, and random tests with their seed', () => {
  expect(repeatCommand(short, 'types', [])).toBe('npm test -- types');
  expect(repeatCommand(short, 'properties', [{ place: 'a.property.test.ts', text: '' }])).toBe(
    'SEED=7 npm test -- properties a.property.test.ts',
  );
});
