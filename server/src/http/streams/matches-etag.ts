/**
 * Whether an If-None-Match names these bytes (RFC 9110 13.1.2): `*`, or one tag of its list by weak comparison, in which
 * `W/` does not count, in the list as in the answer's own tag. What is not a list of tags names nothing.
 */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const own = etag.replace(/^W\//, '');
  return [...header.matchAll(/(?:^|,)\s*(?:W\/)?("[^"]*")\s*(?=,|$)/g)].some(([, tag]) => tag === own);
}
