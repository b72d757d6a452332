/** Where a search of the users' list matched a text: it is taken literally, capitals aside, as the portal takes it. */
export function findMatchRanges(text: string, search: string): [start: number, end: number][] {
  const start = search === '' ? -1 : text.toLowerCase().indexOf(search.toLowerCase());
  return start === -1 ? [] : [[start, start + search.length]];
}
