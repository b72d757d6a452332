/** Base 32 without I, L, O and U (Crockford), so a reference can be read over the phone. */
export const supportReferenceAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export const supportReferenceLength = 8;

/**
 * Normalizes a typed reference, complete or a prefix, to `S-` and up to eight characters; reads O as 0, and I and L as
 * 1. Returns null if it cannot be the prefix of a reference.
 */
export function normalizeSupportReference(typed: string): string | null {
  const text = typed
    .trim()
    .toUpperCase()
    .replace(/\s/g, '')
    .replace(/^S-/, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{1,8}$/.test(text) ? `S-${text}` : null;
}
