/** Base 32 without I, L, O and U (Crockford), so an id can be read over the phone. */
export const patientIdAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Computes the check character: the weighted sum of the nine characters modulo the prime 31. It detects one wrong
 * character and a swap of neighbors.
 */
export function computePatientIdCheck(characters: string): string {
  let sum = 0;
  for (const [index, character] of [...characters].entries()) sum += (index + 2) * patientIdAlphabet.indexOf(character);
  return patientIdAlphabet.charAt(sum % 31);
}

/**
 * Normalizes a typed id to `P-`, nine characters and the check character; reads O as 0, and I and L as 1. Returns null
 * if it is not valid.
 */
export function normalizePatientId(typed: string): string | null {
  const text = typed
    .trim()
    .toUpperCase()
    .replace(/\s/g, '')
    .replace(/^P-?/, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  if (!/^[0-9A-HJKMNP-TV-Z]{10}$/.test(text)) return null;
  return computePatientIdCheck(text.slice(0, 9)) === text[9] ? `P-${text}` : null;
}
