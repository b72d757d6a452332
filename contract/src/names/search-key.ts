import { toElot } from './elot.ts';
import { foldWords, removeDialytika } from './fold.ts';
import { toSkeleton } from './skeleton.ts';

/** One word typed: a name matches when its key contains any of the readings. A leading blank means "begins a word". */
export interface SearchWord {
  readonly elot: string;
  /** By sound; null when it is too short to mean anything, or says the same as `elot`. */
  readonly skeleton: string | null;
  /** Another way to read what was typed (see `byLook` and `asBeginning`); null when there is none. */
  readonly look: string | null;
}

/** Fewer skeleton letters match too much: ζωή is `zi`, which gave 12,917 rows for 3,605 (200,000 names). */
const minSkeletonLetters = 4;

/**
 * What a patient's name is found by: ELOT words, a bar, their skeletons, in `[a-z0-9 |]` only. The surname comes first; each
 * half begins with a blank, so that " pa" finds a beginning. Names with ϋ are also kept as if written without the dialytika.
 */
export function createNameKey(givenName: string, surname: string): string {
  const words = foldWords(`${surname} ${givenName}`);
  const plain = words.filter((word) => word.includes('ϋ')).map(removeDialytika);
  const readings = [...words, ...plain].map((word) => toElot(word)).filter(Boolean);
  const latin = readings.join(' ');
  return ` ${latin}| ${toSkeleton(latin)}`;
}

/** A Latin word read as letters that look like Greek ones: `Mhtsotakhs`, `8eodwrou`, `3enakhs`, `Xatzhs`, `Papadopoyloy`. */
function transliterateByLook(word: string): string {
  return (
    word
      // no Greek word has χς, θς or θγ, or ends in χ or θ: this h is η, in Mhtsotakhs, Strathgos, Nikhforou
      .replace(/(?<=[tpk])h(?=[bcdfgjkpqsvxz]|$)/g, 'i')
      .replace(/(?<![tcpk])h/g, 'i')
      .replace(/(?<=[oae])y/g, 'u')
      .replace(/(?<![oae])u/g, 'i')
      .replace(/(?<=[ae])u$/, 'v') // stau, of Stavrou
      .replaceAll('x', 'ch')
      .replaceAll('8', 'th')
      .replaceAll('3', 'ks')
  );
}

/** Digraphs of common Latin spellings as ELOT has them, for words too short for a skeleton. */
function respell(word: string): string {
  return word
    .replaceAll('ph', 'f')
    .replaceAll('kh', 'ch')
    .replaceAll('ks', 'x')
    .replaceAll('w', 'o')
    .replaceAll('gg', 'ng')
    .replace(/^mp/, 'b');
}

function toSkeletonReading(latin: string): string | null {
  const sound = toSkeleton(latin);
  if (sound === latin) return null;
  if (sound.length >= minSkeletonLetters) return sound;
  // three letters, at a word's beginning only: `car` for Καρ-, `dal` for Νταλ-, `παγ` for Παγγ-
  return sound.length === minSkeletonLetters - 1 ? ` ${sound}` : null;
}

function toLookReading(word: string): string | null {
  const look = transliterateByLook(word);
  const sound = toSkeleton(look);
  if (sound.length >= minSkeletonLetters) return sound === toSkeleton(word) ? null : sound;
  const short = respell(look);
  return short === word || short === '' ? null : ` ${short}`;
}

/** A Greek word whose rest is still to be typed, and may have been typed without the dialytika: `παυ` is pav of Pavlos. */
function toPrefixReading(word: string): string | null {
  const beginning = toElot(removeDialytika(word), false);
  return beginning === toElot(word) ? null : beginning;
}

/**
 * The words of a query with their readings; all words must match, each by any of its readings, `key LIKE '%' || reading || '%'`.
 * Readings hold `[a-z0-9 ]` only, so no wildcard of LIKE is among them. No words when nothing typed can be in a key: then
 * nothing matches.
 */
export function parseSearchTerms(query: string): { words: SearchWord[] } {
  const words: SearchWord[] = [];
  for (const word of foldWords(query)) {
    const latin = toElot(word);
    if (latin === '') continue;
    const look = /[α-ωϊϋ]/.test(word) ? toPrefixReading(word) : toLookReading(latin);
    words.push({ elot: latin, skeleton: toSkeletonReading(latin), look });
  }
  return { words };
}
