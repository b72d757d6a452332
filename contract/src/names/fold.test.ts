import { describe, expect, it } from 'vitest';
import { fold, foldWords, toSortKey } from './fold.ts';

describe('fold', () => {
  it('drops accents, case and the final sigma', () => {
    for (const typed of ['Παπαδόπουλος', 'παπαδοπουλος', 'ΠΑΠΑΔΟΠΟΥΛΟΣ', 'ΠΑΠΑΔΌΠΟΥΛΟΣ', 'παπαδοπουλοσ'])
      expect(fold(typed)).toBe('παπαδοπουλοσ');
  });

  it('returns the same for composed and decomposed text, and folds polytonic Greek', () => {
    expect(fold('Ταΰγετος'.normalize('NFD'))).toBe(fold('Ταΰγετος'));
    expect(fold('Ἰωάννης Ἀθηνᾶ ᾠδή')).toBe('ιωαννησ αθηνα ωδη');
  });

  it('keeps only the dialytika of ϊ and ϋ', () => {
    expect(fold('Καραϊσκάκης Ταΰγετος ΜΑΪΟΣ Müller')).toBe('καραϊσκακησ ταϋγετοσ μαϊοσ muller');
  });

  it('replaces other characters than letters and digits by one blank', () => {
    expect(fold('  PAPADOPOULOS^GEORGIOS^^  ')).toBe('papadopoulos georgios');
    expect(fold('Παπαδοπούλου-Γεωργίου=%_\\')).toBe('παπαδοπουλου γεωργιου');
    expect(foldWords('^-=')).toEqual([]);
  });

  it('reads a word with letters of both alphabets as Greek', () => {
    // Latin A, O, Y, P, X among Greek letters
    expect(fold('ΠAΠAΔOΠOYΛOΣ XPHΣTOΣ')).toBe('παπαδοπουλοσ χρηστοσ');
    expect(fold('Papadopoulos Γεώργιος')).toBe('papadopoulos γεωργιοσ');
  });
});

describe('toSortKey', () => {
  it('sorts Latin names before Greek ones, each by alphabet, regardless of case and accents', () => {
    const names = ['Ωμέγα', 'ξενία', 'beta', 'Άλφα', 'Alpha (North)', 'ΗΡΑ', 'ήπιος'];
    const inOrder = [...names].sort((a, b) => (toSortKey(a) < toSortKey(b) ? -1 : 1));
    expect(inOrder).toEqual(['Alpha (North)', 'beta', 'Άλφα', 'ήπιος', 'ΗΡΑ', 'ξενία', 'Ωμέγα']);
  });
});
