import { parseSearchTerms } from './search-key.ts';

/** Matches like the server's query, `key LIKE '%' || reading || '%'`. Readings contain no wildcard. */
export function createNameMatcher(query: string): (key: string) => boolean {
  const { words } = parseSearchTerms(query);
  return (key) =>
    words.length > 0 &&
    words.every(({ elot, skeleton, look }) =>
      [elot, skeleton, look].some((reading) => reading !== null && key.includes(reading)),
    );
}

export function matchesName(key: string, query: string): boolean {
  return createNameMatcher(query)(key);
}
