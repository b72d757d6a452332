/** Base 32 without I, L, O and U (Crockford), so that a reference can be read over the phone. */
export const supportReferenceAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export const supportReferenceLength = 8;

/** `S-` and eight characters, as typed in whole or from the start; letters that look alike are read as meant. Null if it can begin no reference. */
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
