/** Character sets of the phantoms (PS3.3 C.12.1.1.2): Latin 1, Greek, Unicode. */
export type CharacterSet = 'ISO_IR 100' | 'ISO_IR 126' | 'ISO_IR 192';

// ELOT 743 without its digraph rules, as users of scanners type Greek names.
const GREEK = 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ';
const LATIN = 'A V G D E Z I TH I K L M N X O P R S T Y F CH PS O'.split(' ');

/** Transliterates text with Greek letters to Latin capitals without accents. Returns other text unchanged. */
export function toLatin(text: string): string {
  if (!/\p{Script=Greek}/u.test(text)) return text;
  const bare = text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  return Array.from(bare, (letter) => LATIN[GREEK.indexOf(letter)] ?? letter).join('');
}

/**
 * Encodes text in a character set. For Latin 1, Greek letters are transliterated first. Throws on other letters in
 * ISO_IR 126.
 */
export function encodeText(text: string, characterSet: CharacterSet): Buffer {
  switch (characterSet) {
    case 'ISO_IR 192':
      return Buffer.from(text, 'utf8');
    case 'ISO_IR 126':
      return Buffer.from(Array.from(withoutLatinAccents(text), greekByte));
    case 'ISO_IR 100':
      return Buffer.from(toLatin(text), 'latin1');
  }
}

/** Encodes a letter in ISO 8859-7, whose Greek letters are those of Unicode minus 0x2d0. Throws if it has no code. */
function greekByte(letter: string): number {
  const code = letter.codePointAt(0) ?? 0;
  if (code < 0x80) return code;
  if (code >= 0x0384 && code <= 0x03ce) return code - 0x02d0;
  throw new Error(`ISO_IR 126 has no ${letter}`);
}

/** Removes accents from Latin letters, which ISO 8859-7 does not have. */
function withoutLatinAccents(text: string): string {
  return text
    .replace(/\p{Script=Latin}/gu, (letter) => letter.normalize('NFD').replace(/\p{M}/gu, ''))
    .replace(/ß/g, 'ss');
}
