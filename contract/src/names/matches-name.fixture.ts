import { searchTerms } from './search-key.ts';

/** What the server's query does, `key LIKE '%' || reading || '%'`: readings hold no wildcard. */
export function nameMatcher(query: string): (key: string) => boolean {
  const { words } = searchTerms(query);
  return (key) =>
    words.length > 0 &&
    words.every(({ elot, skeleton, look }) =>
      [elot, skeleton, look].some((reading) => reading !== null && key.includes(reading)),
    );
}

export function matchesName(key: string, query: string): boolean {
  return nameMatcher(query)(key);
}
