/**
 * Returns where a search of the users' list matches a text, literally and regardless of case, as the server matches.
 */
export function findMatchRanges(text: string, search: string): [start: number, end: number][] {
  const start = search === '' ? -1 : text.toLowerCase().indexOf(search.toLowerCase());
  return start === -1 ? [] : [[start, start + search.length]];
}
