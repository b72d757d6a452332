import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '../architecture/source-files.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Stems that the glossary replaces by the field's words. Names with underscores are the database's and stay. */
const stems = [
  '[sS]eal',
  '[pP]atience',
  '[sS]hel(?:f|ves)',
  '[aA]sking',
  '[oO]nward',
  '[aA]rrivals',
  '[gG]ive(?:Back|Out)',
  '[bB]eginAnew',
  '[cC]hores?',
  '[hH]ouse',
  '[sS]hutOut',
];
const limits = '(?:most|least|atMost|whole)[A-Z]';
const replaced = new RegExp(`(?<!\\w)(?:[A-Za-z]*(?:${stems.join('|')})|${limits})[A-Za-z]*(?!\\w)`, 'g');

/** Columns and wire names that keep their old word, and names of others. */
const allowed = new Set(['sealed', 'sealLateMs', 'unsealedMs', 'wholeNumberExpected', 'lighthouse', 'Lighthouse']);

/** Migrations stay as they landed. The texts of the screens are messages, not code. */
const exempt = /^(?:server\/src\/platform\/db\/migrations\/0|web\/src\/text\/|tools\/lint\/)/;

const quoted = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

/** The replaced words among a file's identifiers and comments. What stands in quotes is data. */
function findReplacedWords(path: string, text: string): string[] {
  const { comments } = parseSync(path, text);
  let code = text;
  for (const { start, end } of comments) code = code.slice(0, start) + ' '.repeat(end - start) + code.slice(end);
  const prose = comments.map(({ value }) => value.replaceAll(quoted, '')).join('\n');
  return [...`${prose}\n${code.replaceAll(quoted, '')}`.matchAll(replaced)]
    .map(([word]) => word)
    .filter((word) => !allowed.has(word));
}

describe('findReplacedWords', () => {
  it('finds none in this repository, in identifiers, comments and file names', () => {
    const files = filesUnder(repository, '.').filter((path) => /\.tsx?$/.test(path) && !exempt.test(path));
    expect(files.length).toBeGreaterThan(1_500);
    const found = files.flatMap((path) => {
      const words = [
        ...findReplacedWords(path, readFileSync(join(repository, path), 'utf8')),
        ...[...path.replaceAll('-', ' ').matchAll(replaced)].map(([word]) => word),
      ];
      return words.length === 0 ? [] : [`${path}: ${[...new Set(words)].join(', ')}`];
    });
    expect(found, "Use the field's word (docs/glossary.md).").toEqual([]);
  });

  it.each([
    'const sealBytes = 1;',
    'interface House {}',
    'const mostBytes = 1;',
    '// a trail that was sealing',
    'x.patience();',
  ])('finds the word in %s', (text) => {
    expect(findReplacedWords('a.ts', text)).toHaveLength(1);
  });

  it.each(["const a = 'sealing';", 'row.phone_sealed;', 'const almost = 1;', 'const maxBytes = 1; // at most one'])(
    'passes %s',
    (text) => {
      expect(findReplacedWords('a.ts', text)).toEqual([]);
    },
  );
});
