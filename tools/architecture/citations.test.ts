import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { findCitations, parseRules } from './citations.ts';
import { filesUnder } from './source-files.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (path: string) => readFileSync(repository + path, 'utf8');
const attacks = textOf('docs/attacks.md').split('\n## Attacks\n')[1]?.split('\n## ')[0] ?? '';
const rules = parseRules(textOf('docs/rules.md'), attacks);
const here = 'tools/architecture/citations';

it('every citation of a rule leads to it', () => {
  const lost = filesUnder(repository, '.')
    .filter((path) => !path.startsWith(here))
    .flatMap((path) =>
      findCitations(textOf(path))
        .filter((citation) => !rules.has(citation))
        .map(({ book, rule }) => `${path}: ${book}, ${rule}`),
    );
  expect(lost).toEqual([]);
});

it('a citation is read in each of its forms', () => {
  const text = `
    /** Twice (security 2.1, 2.4 and 2, attack 12), and (product, "Doctor's path" 4; shapes, names and
     * places). */
    const source = 'specification 2, 7; shapes, pat. exams; security 1a, T-EN1';
    // specification, sections 5 and 8; section 9 of the specification: product, not "Sessions"`;
  expect(findCitations(text).map(({ book, rule }) => `${book}: ${rule}`)).toEqual([
    ...['security: 2.1', 'security: 2.4', 'security: 2', 'security: row 12', 'security: 1a'],
    ...['specification: 2', 'specification: 7', 'specification: 5', 'specification: 8', 'specification: 9'],
    ...["product: Doctor's path", 'shapes: names and places', 'shapes: pat. exams'],
  ]);
});

it('one that leads nowhere is found', () => {
  const small = parseRules('## security 2.4: throttles\n## product, "Names"\n', '| 1 | Script |');
  const found = (text: string) => findCitations(text).map((citation) => small.has(citation));
  expect(found('security 2.4, 2.7 and row 1, row 2')).toEqual([true, false, true, false]);
  expect(found('product, "Names"; product, "Nameless"; product, names: AMKA;')).toEqual([true, false, true]);
  expect(found('specification, section 4')).toEqual([false]);
});
