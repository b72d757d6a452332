/**
 * Latin letters that look like Greek ones: capitals (lower-cased here), and the small letters v, u and w. Greek
 * registries contain many words such as `ΠAΠAΔOΠOYΛOΣ` with some Latin letters, because the typist saw no difference.
 */
const greekLookalikes: Readonly<Record<string, string>> = {
  a: 'α',
  b: 'β',
  e: 'ε',
  h: 'η',
  i: 'ι',
  k: 'κ',
  m: 'μ',
  n: 'ν',
  o: 'ο',
  p: 'ρ',
  t: 'τ',
  u: 'υ',
  v: 'ν',
  w: 'ω',
  x: 'χ',
  y: 'υ',
  z: 'ζ',
};

/** Converts a word with letters of both alphabets to Greek, one letter for one. Returns any other word unchanged. */
export function unifyAlphabet(word: string): string {
  if (!/[α-ωϊϋ]/.test(word) || !/[a-z]/.test(word)) return word;
  return word.replace(/[a-z]/g, (letter) => greekLookalikes[letter] ?? letter);
}

/**
 * Folds text to lower-case letters and digits without marks, words separated by one blank, and ς as σ. Only ϊ and ϋ
 * keep their dialytika, because it separates a diphthong: αϋ is not αυ (av).
 */
export function fold(text: string): string {
  const letters = text
    .normalize('NFD')
    .toLowerCase()
    .replace(/ι[\u0300-\u0345]*\u0308/g, 'ϊ')
    .replace(/υ[\u0300-\u0345]*\u0308/g, 'ϋ')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ς', 'σ')
    .replaceAll('\u00b5', 'μ') // the micro sign, on some keyboards and in old files
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return letters.split(' ').map(unifyAlphabet).join(' ');
}

/** Returns the folded words of a text; an empty list for a text without letters and digits. */
export function foldWords(text: string): string[] {
  return fold(text).split(' ').filter(Boolean);
}

/** Returns the word without dialytika, as many people type it. */
export function removeDialytika(word: string): string {
  return word.replaceAll('ϊ', 'ι').replaceAll('ϋ', 'υ');
}

/** Returns the sort key of a name: Latin letters before Greek ones, each by alphabet, without case and marks. */
export function toSortKey(text: string): string {
  return foldWords(text).map(removeDialytika).join(' ');
}
