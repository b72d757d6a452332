import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '../architecture/source-files.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const listFile = 'tools/lint/replaced-words.txt';

/** Stems that the glossary replaces by the field's words. Names with underscores are the database's and stay. */
const stems = [
  '[sS]eal',
  '[pP]atience',
  '[sS]hel(?:f|ves)',
  '[aA]sking',
  '[oO]nward',
  '[aA]rrivals?',
  '[gG]ive(?:Back|Out)',
  '[bB]eginAnew',
  '[cC]hores?',
  '[hH]ouse',
  '[sS]hutOut',
];
const limits = '(?:most|least|atMost|whole)[A-Z]';
const replaced = new RegExp(`(?<!\\w)(?:[A-Za-z]*(?:${stems.join('|')})|${limits})[A-Za-z]*(?!\\w)`);

const hasReplacedWord = (path: string) =>
  path !== 'tools/lint/replaced-words.test.ts' && replaced.test(readFileSync(join(repository, path), 'utf8'));

describe('replaced-words.txt', () => {
  it('lists each file that still has a word of the glossary’s third column, and no other', () => {
    const found = filesUnder(repository, '.').filter(hasReplacedWord).sort();
    const listed = readFileSync(join(repository, listFile), 'utf8').split('\n').filter(Boolean);
    expect(found, `Use the field's word; remove a clean file from ${listFile}.`).toEqual(listed);
  });

  it.each(['sealBytes', 'House', 'mostBytes', 'a trail that is sealed'])('finds %s', (text) => {
    expect(replaced.test(text)).toBe(true);
  });

  it.each(['phone_sealed', 'encryptBytes', 'almost', 'mostly', 'maxBytes'])('passes %s', (text) => {
    expect(replaced.test(text)).toBe(false);
  });
});
