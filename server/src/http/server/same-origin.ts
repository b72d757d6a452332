/**
 * True if a request authenticated by cookie comes from the application's own pages (security 2, row 20). Sec-Fetch-Site
 * must be same-origin. Without it, Origin must be the application's. Without both, the client is not a browser, since
 * browsers always send Origin with a POST.
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

/** True if the method may change something. */
export function isUnsafe(method: string): boolean {
  return !safeMethods.has(method);
}
