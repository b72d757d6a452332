import { toElotLetters } from './elot.ts';
import { fold, removeDialytika, unifyAlphabet } from './fold.ts';
import { parseSearchTerms, type SearchWord } from './search-key.ts';
import { toSkeleton } from './skeleton.ts';

/** A word of the shown text: its folded letters, and each letter's start and end in the text in UTF-16 units. */
interface ShownWord {
  letters: string;
  starts: number[];
  ends: number[];
}

type Range = [start: number, end: number];

/** Splits text into words. A character and its combining marks form one unit, so a range never splits an accent off. */
function splitWords(text: string): ShownWord[] {
  const words: ShownWord[] = [];
  let word: ShownWord = { letters: '', starts: [], ends: [] };
  for (const character of text.matchAll(/\P{M}\p{M}*/gu)) {
    const letters = fold(character[0]);
    if (letters === '' && word.letters !== '') {
      words.push(word);
      word = { letters: '', starts: [], ends: [] };
    }
    for (const letter of letters.split('')) {
      word.letters += letter;
      word.starts.push(character.index);
      word.ends.push(character.index + character[0].length);
    }
  }
  if (word.letters !== '') words.push(word);
  return words.map((each) => ({ ...each, letters: unifyAlphabet(each.letters) }));
}

/** Finds the letters whose transliteration is `reading`: first index and end index (exclusive), or null. */
function findExactSpan(output: readonly string[], reading: string): Range | null {
  const at = output.join('').indexOf(reading);
  if (at < 0) return null;
  let from = 0;
  for (let length = output[0]?.length ?? 0; length <= at; length += output[from]?.length ?? 1) from += 1;
  let to = from;
  for (let length = output.slice(0, from).join('').length; length < at + reading.length; to += 1)
    length += output[to]?.length ?? 1;
  while (output[to] === '') to += 1;
  return [from, to];
}

/**
 * Finds the shortest run of letters that sounds like `reading`, or null. If the reading begins the word (or its sound),
 * the run starts at the word's beginning.
 */
function findSoundSpan(output: readonly string[], reading: string): Range | null {
  const soundsLike = (from: number, to: number): boolean => {
    const latin = output.slice(from, to).join('');
    return ` ${latin}| ${toSkeleton(latin)}`.includes(reading);
  };
  if (!soundsLike(0, output.length)) return null;
  let to = 1;
  while (!soundsLike(0, to)) to += 1;
  if (reading.startsWith(' ') || toSkeleton(output.slice(0, to).join('')).startsWith(reading)) return [0, to];
  let from = 0;
  while (soundsLike(from + 1, to)) from += 1;
  return [from, to];
}

function findSpan(letters: string, typed: SearchWord): Range | null {
  const output = toElotLetters(letters);
  const exact = findExactSpan(output, typed.elot);
  if (exact) return exact;
  for (const reading of [typed.elot, typed.skeleton, typed.look]) {
    const span = reading === null ? null : findSoundSpan(output, reading);
    if (span) return span;
  }
  const plain = removeDialytika(letters);
  return plain === letters ? null : findSpan(plain, typed);
}

function findRange(word: ShownWord, typed: SearchWord): Range | null {
  const span = findSpan(word.letters, typed);
  const start = span && word.starts[span[0]];
  const end = span && word.ends[span[1] - 1];
  return typeof start === 'number' && typeof end === 'number' ? [start, end] : null;
}

function mergeRanges(ranges: Range[]): Range[] {
  const merged: Range[] = [];
  for (const [start, end] of ranges.sort((one, other) => one[0] - other[0])) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/**
 * Finds the parts of a shown name (in either order and alphabet) that match a query. Returns ranges in UTF-16 units,
 * sorted, not overlapping, end exclusive. As in the search, all words must match, else no range is returned. So a
 * patient found by id or phone has no letters marked by chance.
 */
export function matchRanges(text: string, query: string): Range[] {
  const shown = splitWords(text);
  const ranges: Range[] = [];
  for (const typed of parseSearchTerms(query).words) {
    const found = shown.map((word) => findRange(word, typed)).filter((range) => range !== null);
    if (found.length === 0) return [];
    ranges.push(...found);
  }
  return mergeRanges(ranges);
}
