/** The wall around every answer (security 2.5). */
export interface SecurityHeaderOptions {
  /** HSTS is sent on https only. */
  https: boolean;
}

/** Headers of every answer, whatever it is. */
export function createSecurityHeaders({ https }: SecurityHeaderOptions): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': permissions,
    'content-security-policy': contentPolicy(null),
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

const permissions = [
  ...[
    'accelerometer',
    'camera',
    'display-capture',
    'geolocation',
    'gyroscope',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'usb',
  ].map((feature) => `${feature}=()`),
  'fullscreen=(self)',
  'clipboard-write=(self)',
  'publickey-credentials-get=(self)',
  'publickey-credentials-create=(self)',
].join(', ');

/** The policy of our own pages: scripts and styles are ours, and a style element carries the answer's nonce. */
export function contentPolicy(nonce: string | null): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    nonce === null ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** Headers of a file that was uploaded: never rendered, never kept (security 1b). */
export const fileHeaders = {
  'content-security-policy': "sandbox; default-src 'none'",
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
} as const;
