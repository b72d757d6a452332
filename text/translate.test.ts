import { readdirSync } from 'node:fs';
import { languages } from '@medcloud/contract/languages';
import { describe, expect, it } from 'vitest';
import { messages as greekMessages } from './el/common.ts';
import { messages as englishMessages } from './en/common.ts';
import { hasText, translatorOf } from './translate.ts';

const english = translatorOf('common', 'en', englishMessages);
const greek = translatorOf('common', 'el', greekMessages);

describe('translatorOf', () => {
  it('uses each language’s plural rules', () => {
    expect(english('ahead.day', { count: 1 })).toBe('in 1 day');
    expect(english('ahead.day', { count: 21 })).toBe('in 21 days');
    expect(greek('ago.minute', { count: 4 })).toBe('πριν από 4 λεπτά');
    expect(greek('ago.hour', { count: 1 })).toBe('πριν από 1 ώρα');
  });

  it('formats numbers inside messages by language', () => {
    expect(english('list.showing', { from: 1, to: 1284 })).toContain('1,284');
    expect(greek('list.showing', { from: 1, to: 1284 })).toContain('1.284');
  });

  it('returns the translator of a group', () => {
    expect(translatorOf('common.examType', 'el', greekMessages)('ct')).toBe(greek('examType.ct'));
  });

  it('finds every area in every language', () => {
    const listAreas = (language: string) =>
      readdirSync(new URL(`${language}/`, import.meta.url), { recursive: true, encoding: 'utf8' }).toSorted();
    expect(listAreas('en').length).toBeGreaterThan(20);
    for (const language of languages) expect(listAreas(language)).toEqual(listAreas('en'));
  });
});

describe('hasText', () => {
  it('recognizes a key, and no other text', () => {
    expect(hasText<'common'>(english, 'ahead.day')).toBe(true);
    expect(hasText<'common'>(english, '502 Bad Gateway')).toBe(false);
  });
});
