/**
 * True if an If-None-Match matches the tag (RFC 9110 13.1.2): `*`, or one tag of its list by weak comparison. `W/` does
 * not count, neither in the list nor in the response's tag. A header that is not a list of tags matches nothing.
 */
export function isEtagMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const own = etag.replace(/^W\//, '');
  return [...header.matchAll(/(?:^|,)\s*(?:W\/)?("[^"]*")\s*(?=,|$)/g)].some(([, tag]) => tag === own);
}
