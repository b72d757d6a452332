import { describe, expect, it } from 'vitest';
import { matchesName } from './matches-name.fixture.ts';
import { createNameKey, parseSearchTerms } from './search-key.ts';

describe('createNameKey', () => {
  it('puts the surname first, ELOT before the bar and skeletons after it', () => {
    expect(createNameKey('Γεώργιος', 'Παπαδόπουλος')).toBe(' papadopoulos georgios| papadopoulos georgios');
    expect(createNameKey('Φωτεινή', 'Χατζηιωάννου')).toBe(' chatziioannou foteini| hadzioanou fotini');
  });

  it('keeps the bar for names without a known letter', () => {
    expect(createNameKey('太郎', '山田')).toBe(' | ');
  });

  it('contains only a-z, digits, blanks and one bar, as the column requires', () => {
    for (const surname of ['%_\\|', "O'Brien", 'Đoković-Łęcki', 'ΠΑΠΑΣ|ΠΑΠΑΣ', '\u0000\u202e'])
      expect(createNameKey('Άννα 2', surname)).toMatch(/^[a-z0-9 ]*\|[a-z0-9 ]*$/);
  });
});

describe('parseSearchTerms', () => {
  it('finds both Papadopoulos spellings by each other, in either order', () => {
    const stored = [createNameKey('GEORGIOS', 'PAPADOPOULOS'), createNameKey('Γεώργιος', 'Παπαδόπουλος')];
    const typed = [
      'PAPADOPOULOS^GEORGIOS',
      'Παπαδόπουλος Γεώργιος',
      'Γεώργιος Παπαδόπουλος',
      'παπαδοπουλος',
      'ΠΑΠΑΔΟΠΟΥΛΟΣ',
      'papadopoulos',
      'παπαδ',
      'γεωρ παπ',
    ];
    for (const query of typed) for (const key of stored) expect(matchesName(key, query), query).toBe(true);
  });

  it('requires every word of the query', () => {
    expect(matchesName(createNameKey('Γεώργιος', 'Παπαδόπουλος'), 'Παπαδόπουλος Μαρία')).toBe(false);
  });

  it('uses no skeleton of two letters: ζωή finds Zoi, not every Zi', () => {
    expect(parseSearchTerms('ζωή').words).toEqual([{ elot: 'zoi', skeleton: null, look: null }]);
    expect(matchesName(createNameKey('Νίκος', 'Ζήσης'), 'ζωή')).toBe(false);
    expect(matchesName(createNameKey('Ζωή', 'Ζήση'), 'ζωή')).toBe(true);
  });

  it('matches a skeleton of three letters only at the beginning of a word', () => {
    expect(parseSearchTerms('car').words[0]?.skeleton).toBe(' kar');
    expect(matchesName(createNameKey('Άννα', 'Καραμανλή'), 'car')).toBe(true);
    expect(matchesName(createNameKey('Άννα', 'Μάκαρη'), 'car')).toBe(false);
  });

  it('also reads a Latin word by the look of Greek letters', () => {
    for (const [surname, query] of [
      ['Μητσοτάκης', 'mhtsotakhs'],
      ['Θεοδώρου', '8eodwrou'],
      ['Ξενάκης', '3enakhs'],
      ['Χατζής', 'xatzhs'],
      ['Χατζής', 'xat'],
      ['Παπαδοπούλου', 'papadopoyloy'],
      ['Ζωή', 'zwh'],
      ['Μπάκας', 'mpa'],
    ] as const)
      expect(matchesName(createNameKey('Άννα', surname), query), query).toBe(true);
  });

  it('also reads a Greek word as the beginning of a longer one', () => {
    for (const [surname, query] of [
      ['Παύλου', 'παυ'],
      ['Λαμπρόπουλος', 'λαμπ'],
      ['Αμπατζής', 'αμπ'],
      ['Πάγγαλος', 'παγ'],
    ] as const)
      expect(matchesName(createNameKey('Άννα', surname), query), query).toBe(true);
  });

  it('finds names with and without the dialytika', () => {
    expect(matchesName(createNameKey('Άννα', 'Ταΰγετος'), 'ΤΑΥΓΕΤΟΣ')).toBe(true);
    expect(matchesName(createNameKey('Άννα', 'ΤΑΥΓΕΤΟΣ'), 'Ταΰγετος')).toBe(true);
    expect(matchesName(createNameKey('Άννα', 'Καραϊσκάκης'), 'καραισκ')).toBe(true);
  });

  it('returns no words for a query that no key can contain, and no wildcard in any reading', () => {
    expect(parseSearchTerms('%').words).toEqual([]);
    expect(parseSearchTerms('山田').words).toEqual([]);
    for (const word of parseSearchTerms("100% _\\ Γ%ώ_ργ d'Angelo;--").words)
      for (const reading of [word.elot, word.skeleton ?? '', word.look ?? '']) expect(reading).toMatch(/^[a-z0-9 ]*$/);
  });
});
