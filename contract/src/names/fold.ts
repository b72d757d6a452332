/**
 * Capitals that look alike in both alphabets, lower-cased, and v, u, w, the small ones. Greek registries are full of
 * words such as `ΠAΠAΔOΠOYΛOΣ` with some Latin letters: whoever typed them saw no difference.
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

/** A word with letters of both alphabets is read as Greek; any other word stays as it is. Letter by letter. */
export function unifyAlphabet(word: string): string {
  if (!/[α-ωϊϋ]/.test(word) || !/[a-z]/.test(word)) return word;
  return word.replace(/[a-z]/g, (letter) => greekLookalikes[letter] ?? letter);
}

/**
 * Lower-case letters and digits without marks, words parted by one blank, ς as σ. ϊ and ϋ alone keep their dialytika,
 * because it parts a diphthong: αϋ is not αυ (av).
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

/** The folded words of a text; none for a text without letters and digits. */
export function foldWords(text: string): string[] {
  return fold(text).split(' ').filter(Boolean);
}

/** The same word as those write it who type no dialytika. */
export function removeDialytika(word: string): string {
  return word.replaceAll('ϊ', 'ι').replaceAll('ϋ', 'υ');
}

/** What names are put in order by: Latin letters before Greek ones, each in its alphabet, without case and marks. */
export function toSortKey(text: string): string {
  return foldWords(text).map(removeDialytika).join(' ');
}
