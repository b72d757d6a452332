/*
 * Bech32 (BIP 173) of 32-byte keys, without its limit of 90 characters, as age uses it.
 */

const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const;
const checksumLength = 6;

/** Encodes bytes in lower case with their prefix. */
export function encodeBech32(prefix: string, bytes: Uint8Array): string {
  const values = regroupBits([...bytes], 8, 5);
  const checksum = computeChecksum([...expandPrefix(prefix), ...values, ...Array<number>(checksumLength).fill(0)]) ^ 1;
  const end = Array.from({ length: checksumLength }, (_, index) => (checksum >> (5 * (5 - index))) & 31);
  return `${prefix}1${[...values, ...end].map((value) => alphabet[value]).join('')}`;
}

/** Decodes a text with this lower-case prefix, all in lower or all in upper case. Returns null if it is not valid. */
export function decodeBech32(prefix: string, text: string): Buffer | null {
  const lower = text.toLowerCase();
  if ((text !== lower && text !== text.toUpperCase()) || !lower.startsWith(`${prefix}1`)) return null;
  const values = [...lower.slice(prefix.length + 1)].map((letter) => alphabet.indexOf(letter));
  if (values.length < checksumLength || values.includes(-1)) return null;
  if (computeChecksum([...expandPrefix(prefix), ...values]) !== 1) return null;
  const data = values.slice(0, -checksumLength);
  const bytes = Buffer.from(regroupBits(data, 5, 8).slice(0, Math.floor((data.length * 5) / 8)));
  return encodeBech32(prefix, bytes) === lower ? bytes : null; // refuses padding that is not zero
}

function expandPrefix(prefix: string): number[] {
  const codes = [...prefix].map((letter) => letter.charCodeAt(0));
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
}

function computeChecksum(values: readonly number[]): number {
  let checksum = 1;
  for (const value of values) {
    const top = checksum >>> 25;
    checksum = ((checksum & 0x1ffffff) << 5) ^ value;
    for (const [index, generator] of generators.entries()) if ((top >>> index) & 1) checksum ^= generator;
  }
  return checksum;
}

/** Regroups bits, most significant first. Pads the last group with zeros. */
function regroupBits(values: readonly number[], from: number, to: number): number[] {
  const groups: number[] = [];
  let pending = 0;
  let pendingBits = 0;
  for (const value of values) {
    pending = (pending << from) | value;
    pendingBits += from;
    while (pendingBits >= to) {
      pendingBits -= to;
      groups.push((pending >> pendingBits) & (2 ** to - 1));
    }
    pending &= 2 ** pendingBits - 1;
  }
  if (pendingBits > 0) groups.push((pending << (to - pendingBits)) & (2 ** to - 1));
  return groups;
}
