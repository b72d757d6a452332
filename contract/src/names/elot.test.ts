import { describe, expect, it } from 'vitest';
import { toElot, toElotLetters } from './elot.ts';
import { fold, foldWords } from './fold.ts';
import surnames from './surnames.json' with { type: 'json' };

const latin = (text: string) =>
  foldWords(text)
    .map((word) => toElot(word))
    .join(' ');

describe('toElot', () => {
  it('writes every Greek letter as ELOT 743 does', () => {
    expect(latin('αβγδεζηθικλμνξοπρστυφχψω')).toBe('avgdezithiklmnxoprstyfchpso');
  });

  it('writes αυ, ευ, ηυ with v, or with f before voiceless consonants and at the end', () => {
    expect(latin('Σταύρου Ευαγγέλου Παύλος Εύβοια ηυρα')).toBe('stavrou evangelou pavlos evvoia ivra');
    expect(latin('Ευθυμίου Ευκλείδης Αυξέντης Ευπραξία Ευσταθίου Αυτιάς Ευφροσύνη Ευχάρης Εύψυχος')).toBe(
      'efthymiou efkleidis afxentis efpraxia efstathiou aftias effrosyni efcharis efpsychos',
    );
    expect(latin('Γραφεύ ταυ')).toBe('grafef taf');
  });

  it('does not read αϋ as a diphthong, with or without accent', () => {
    expect(latin('Ταΰγετος αϋλος Προΰσης')).toBe('taygetos aylos proysis');
  });

  it('writes ου, γγ, γξ, γχ, and γκ, ντ letter by letter', () => {
    expect(latin('Ουζούνης Άγγελος Σφιγξ Μελάγχρους Γκίκας Ντάλας Αντωνίου')).toBe(
      'ouzounis angelos sfinx melanchrous gkikas ntalas antoniou',
    );
  });

  it('writes μπ as b at the beginning and the end of a word only', () => {
    expect(latin('Μπακογιάννης Λάμπρου Ζορμπάς Τζαμπ Μπάμπης')).toBe('bakogiannis lamprou zormpas tzab bampis');
  });

  it('transliterates Latin letters without a base letter, and Cyrillic', () => {
    expect(latin('Søren Strauß Łukasz Đoković Ægir Ağaoğlu Işık')).toBe(
      'soren strauss lukasz dokovic aegir agaoglu isik',
    );
    expect(latin('Иванов Йордан')).toBe('ivanov iordan');
  });

  it('returns lower-case ASCII or an empty string', () => {
    expect(latin('محمد 山田 Ο’Μπράιαν 2ος')).toMatch(/^[a-z0-9 ]*$/);
    expect(toElot(fold('山田'))).toBe('');
  });

  it('returns one entry per letter, also if two letters become one', () => {
    expect(toElotLetters('μπουρασ')).toEqual(['b', '', 'o', 'u', 'r', 'a', 's']);
  });

  it('applies the rules for word ends only to complete words', () => {
    expect([toElot('παυ'), toElot('παυ', false)]).toEqual(['paf', 'pav']);
    expect([toElot('λαμπ'), toElot('λαμπ', false)]).toEqual(['lab', 'lamp']);
  });

  it('matches the passport spelling of every surname in the list', () => {
    const wrong = surnames.filter(([greek = '', passport = '']) => toElot(fold(greek)) !== passport.toLowerCase());
    expect(wrong).toEqual([]);
  });
});
