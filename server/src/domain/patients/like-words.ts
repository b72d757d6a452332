import { searchTerms } from '@medcloud/contract/names/search-key';

/**
 * The LIKE patterns of a typed name, an array for each word: a row must match one pattern of every word. Folding leaves
 * letters, digits and blanks alone, so that no wildcard of the caller's survives.
 */
export function likeWords(search: string): string[][] {
  return searchTerms(search).words.map(({ elot, skeleton, look }) =>
    [...new Set([elot, skeleton, look].filter((part) => part !== null && part !== ''))].map((part) => `%${part}%`),
  );
}
