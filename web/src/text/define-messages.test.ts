import { describe, expect, it } from 'vitest';
import { commonText } from './common.ts';
import { translatorOf } from './translate.ts';
import { translateToGreek } from './use-error-message.ts';

const english = translatorOf(commonText, 'en');
const greek = translatorOf(commonText, 'el');

describe('translatorOf', () => {
  it('uses each language’s plural rules', () => {
    expect(english('ahead.day', { count: 1 })).toBe('in 1 day');
    expect(english('ahead.day', { count: 21 })).toBe('in 21 days');
    expect(greek('ago.minute', { count: 4 })).toBe('πριν από 4 λεπτά');
    expect(greek('ago.hour', { count: 1 })).toBe('πριν από 1 ώρα');
  });

  it('formats numbers inside messages by language', () => {
    expect(english('list.showing', { from: 1, to: 1284 })).toBe('Showing 1 to 1,284');
    expect(greek('list.showing', { from: 1, to: 1284 })).toBe('Εμφανίζονται 1 έως 1.284');
  });

  it('finds a Greek file for every English one', () => {
    const files = Object.keys(import.meta.glob('./*.ts'));
    const areas = files.filter((file) => file.endsWith('.en.ts')).map((file) => file.replace('.en.ts', ''));
    expect(areas.length).toBeGreaterThan(0);
    for (const area of areas) expect(files).toContain(`${area}.el.ts`);
  });
});

describe('translateToGreek', () => {
  it('translates the contract’s messages with their numbers, and returns null for any other text', () => {
    expect(translateToGreek('Use at most 100 characters.')).toBe('Χρησιμοποιήστε το πολύ 100 χαρακτήρες.');
    expect(translateToGreek('Choose one of these: a, b.')).toBe('Επιλέξτε ένα από αυτά: a, b.');
    expect(translateToGreek('A code was just sent. You can send it again in 42 seconds.')).toContain(
      ' 42 δευτερόλεπτα',
    );
    expect(translateToGreek('You have asked for thirty numbers this week. Try again tomorrow.')).toContain(
      'αυτή την εβδομάδα',
    );
    expect(translateToGreek('Please enter a valid phone number')).toBe('Γράψτε έναν έγκυρο αριθμό τηλεφώνου');
    expect(translateToGreek('502 Bad Gateway')).toBeNull();
  });
});
