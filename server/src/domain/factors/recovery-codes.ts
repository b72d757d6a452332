import { createHmac } from 'node:crypto';
import type { Random } from '../../platform/ids/random.ts';

/* Ten codes of 80 bits, each good for one sign-in. Only their MAC is stored. */

export const codesPerSet = 10;
const codeCharacters = 16;
const groupCharacters = 4;
/** Base32 without I, L, O and U, which are read as other characters. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Greek capitals that look like Latin ones, and characters that look like digits. */
const readAs = new Map([
  ...[...'ΑΒΕΖΗΚΜΝΡΤΥΧ'].map((greek, index) => [greek, 'ABEZHKMNPTYX'.charAt(index)] as const),
  ...[...'OΟ'].map((zero) => [zero, '0'] as const),
  ...[...'IΙL'].map((one) => [one, '1'] as const),
]);

/** Creates a set of codes in groups of four characters. */
export function createRecoveryCodes(random: Random): string[] {
  return Array.from({ length: codesPerSet }, () => {
    const characters = [...random.bytes(codeCharacters)].map((byte) => alphabet.charAt(byte % alphabet.length));
    return characters.join('').replace(new RegExp(`.{${groupCharacters}}(?=.)`, 'g'), '$&-');
  });
}

/** Computes the MAC by which a code of an account is stored and compared, however it was typed. */
export function computeRecoveryMac(key: Buffer, userId: string, typed: string): Buffer {
  return createHmac('sha256', key)
    .update(`recovery|${userId}|${readCode(typed)}`)
    .digest();
}

function readCode(typed: string): string {
  const characters = typed.normalize('NFKC').toUpperCase().replace(/[\s-]/gu, '');
  return [...characters].map((character) => readAs.get(character) ?? character).join('');
}
