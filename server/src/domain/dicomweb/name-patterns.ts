import { elot } from '@medcloud/contract/names/elot';
import { foldedWords } from '@medcloud/contract/names/fold';
import { likeWords } from '../../platform/db/like-words.ts';

const mostWords = 8;

/**
 * LIKE patterns for a name's key (`nameKey`), an array for each word. Fuzzy: as every search box of the portal finds a name.
 * Otherwise by whole words with wildcards (PS3.4 C.2.2.2.4), in either alphabet: letter case, accents and final sigma do
 * not count, as the standard allows for names. Null where nothing can match.
 */
export function namePatterns(value: string, isFuzzy: boolean): string[][] | null {
  const [alphabetic = ''] = value.split('=');
  const text = alphabetic.replaceAll('^', ' ');
  if (isFuzzy) return orNothing(likeWords(text.replaceAll(/[*?]/g, ' ')));
  const words = text.split(/\s+/).filter((word) => word !== '' && !/^\*+$/.test(word));
  const patterns = words.slice(0, mostWords).map(wordPatterns);
  return orNothing(patterns.filter((each) => each !== null));
}

function orNothing(patterns: string[][]): string[][] | null {
  return patterns.length === 0 ? null : patterns;
}

/** A letter may be two in the key's alphabet, as θ is th: `?` stands for any letters. */
function wordPatterns(word: string): string[] | null {
  const chunks = word.split(/[*?]+/).map((chunk) =>
    foldedWords(chunk)
      .map((part) => elot(part))
      .join(' '),
  );
  if (chunks.every((chunk) => chunk === '')) return null;
  const body = chunks.join('%');
  const start = /^[*?]/.test(word) ? '%' : '% ';
  if (/[*?]$/.test(word)) return [`${start}${body}%`];
  // a word of the key ends before a blank or the bar
  return [`${start}${body} %`, `${start}${body}|%`];
}
