import { toElot } from '@medcloud/contract/names/elot';
import { foldWords } from '@medcloud/contract/names/fold';
import { toLikePatterns } from '../../platform/db/like-patterns.ts';

const maxWords = 8;

/**
 * LIKE patterns for a name's key (`nameKey`), an array for each word. Fuzzy: as every search box of the portal finds a name.
 * Otherwise by whole words with wildcards (PS3.4 C.2.2.2.4), in either alphabet: letter case, accents and final sigma do
 * not count, as the standard allows for names. Null where nothing can match.
 */
export function toNamePatterns(value: string, isFuzzy: boolean): string[][] | null {
  const [alphabetic = ''] = value.split('=');
  const text = alphabetic.replaceAll('^', ' ');
  if (isFuzzy) return nullIfEmpty(toLikePatterns(text.replaceAll(/[*?]/g, ' ')));
  const words = text.split(/\s+/).filter((word) => word !== '' && !/^\*+$/.test(word));
  const patterns = words.slice(0, maxWords).map(toWordPatterns);
  return nullIfEmpty(patterns.filter((each) => each !== null));
}

function nullIfEmpty(patterns: string[][]): string[][] | null {
  return patterns.length === 0 ? null : patterns;
}

/** A letter may be two in the key's alphabet, as θ is th: `?` stands for any letters. */
function toWordPatterns(word: string): string[] | null {
  const chunks = word.split(/[*?]+/).map((chunk) =>
    foldWords(chunk)
      .map((part) => toElot(part))
      .join(' '),
  );
  if (chunks.every((chunk) => chunk === '')) return null;
  const body = chunks.join('%');
  const start = /^[*?]/.test(word) ? '%' : '% ';
  if (/[*?]$/.test(word)) return [`${start}${body}%`];
  // a word of the key ends before a blank or the bar
  return [`${start}${body} %`, `${start}${body}|%`];
}
