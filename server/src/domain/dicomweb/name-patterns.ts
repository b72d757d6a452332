import { toElot } from '@medcloud/contract/names/elot';
import { foldWords } from '@medcloud/contract/names/fold';
import { toLikePatterns } from '../../platform/db/queries/like-patterns.ts';

const maxWords = 8;

/**
 * Returns LIKE patterns for a name's key (`nameKey`), one array per word. Null if nothing can match. Fuzzy matches like
 * every search box of the portal. Otherwise whole words with wildcards match (PS3.4 C.2.2.2.4), in either alphabet.
 * Letter case, accents and final sigma are ignored, as the standard allows for names.
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

/** One letter can be two in the key's alphabet (θ is th), so `?` matches any number of letters. */
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
  // a word of the key ends before a space or a bar
  return [`${start}${body} %`, `${start}${body}|%`];
}
