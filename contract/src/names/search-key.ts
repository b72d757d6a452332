import { toElot } from './elot.ts';
import { foldWords, removeDialytika } from './fold.ts';
import { toSkeleton } from './skeleton.ts';

/** One typed word. A name matches if its key contains any of the readings. A leading blank means "begins a word". */
export interface SearchWord {
  readonly elot: string;
  /** Reading by sound. Null if it is too short to be specific, or equal to `elot`. */
  readonly skeleton: string | null;
  /** Another reading (see `toLookReading` and `toPrefixReading`), or null. */
  readonly look: string | null;
}

/** Fewer skeleton letters match too much: ζωή is `zi`, which found 12,917 rows instead of 3,605 (200,000 names). */
const minSkeletonLetters = 4;

/**
 * Creates the search key of a patient's name: ELOT words, a bar, their skeletons, in `[a-z0-9 |]` only. The surname
 * comes first. Each half begins with a blank, so " pa" finds the beginning of a word. A name with ϋ is also added
 * without the dialytika.
 */
export function createNameKey(givenName: string, surname: string): string {
  const words = foldWords(`${surname} ${givenName}`);
  const plain = words.filter((word) => word.includes('ϋ')).map(removeDialytika);
  const readings = [...words, ...plain].map((word) => toElot(word)).filter(Boolean);
  const latin = readings.join(' ');
  return ` ${latin}| ${toSkeleton(latin)}`;
}

/**
 * Reads a Latin word by letters that look like Greek ones: `Mhtsotakhs`, `8eodwrou`, `3enakhs`, `Xatzhs`,
 * `Papadopoyloy`.
 */
function transliterateByLook(word: string): string {
  return (
    word
      // No Greek word has χς, θς or θγ, or ends in χ or θ, so this h is η: Mhtsotakhs, Strathgos, Nikhforou.
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

/** Replaces digraphs of common Latin spellings by those of ELOT, for words too short for a skeleton. */
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
  // Three letters match only at a word's beginning: `car` for Καρ-, `dal` for Νταλ-, `παγ` for Παγγ-.
  return sound.length === minSkeletonLetters - 1 ? ` ${sound}` : null;
}

function toLookReading(word: string): string | null {
  const look = transliterateByLook(word);
  const sound = toSkeleton(look);
  if (sound.length >= minSkeletonLetters) return sound === toSkeleton(word) ? null : sound;
  const short = respell(look);
  return short === word || short === '' ? null : ` ${short}`;
}

/** Reads a Greek word as an incomplete one, possibly typed without the dialytika: `παυ` is pav of Pavlos. */
function toPrefixReading(word: string): string | null {
  const beginning = toElot(removeDialytika(word), false);
  return beginning === toElot(word) ? null : beginning;
}

/**
 * Parses a query into words with their readings. All words must match, each by any reading: `key LIKE '%' || reading ||
 * '%'`. Readings contain only `[a-z0-9 ]`, so no wildcard of LIKE. Returns no words if no typed character can be in a
 * key; then
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
