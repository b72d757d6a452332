/**
 * Whether a request that acts on the cookie comes from our own pages (security 2, row 20): Sec-Fetch-Site must be
 * same-origin; without it Origin must be ours; without both it is no browser, since none leaves Origin out of a POST.
 */
export function isSameOrigin(
  headers: { 'sec-fetch-site'?: unknown; origin?: unknown },
  ownOrigins: readonly string[],
): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  if (headers.origin !== undefined) return typeof headers.origin === 'string' && ownOrigins.includes(headers.origin);
  return true;
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Whether the method may change something. */
export function isUnsafe(method: string): boolean {
  return !safeMethods.has(method);
}
