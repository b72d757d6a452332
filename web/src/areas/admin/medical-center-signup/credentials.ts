/** Fills an array with random bytes: the browser's `crypto.getRandomValues`, or a test's function. */
export type RandomFill = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;

const fillFromCrypto: RandomFill = (bytes) => crypto.getRandomValues(bytes);

// Read out on the phone and typed from paper: no 0 and O, no 1, I and l.
const idAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const passwordAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/**
 * Returns `length` characters of `alphabet`, each equally likely. Rejects bytes at or above the largest multiple of the
 * alphabet's size that fits in 256, because wrapping them around would cause a bias.
 */
export function generateString(alphabet: string, length: number, fill: RandomFill = fillFromCrypto): string {
  const unbiasedLimit = 256 - (256 % alphabet.length);
  let result = '';
  while (result.length < length) {
    for (const byte of fill(new Uint8Array(length))) {
      if (byte < unbiasedLimit && result.length < length) result += alphabet.charAt(byte % alphabet.length);
    }
  }
  return result;
}

/** Returns `MC` and six uppercase letters or digits (specification, section 5). */
export function generateCenterId(fill?: RandomFill): string {
  return `MC${generateString(idAlphabet, 6, fill)}`;
}

/** Returns twelve letters or digits, 70 bits (specification, section 5), or `minLength` where a password needs more. */
export function generatePassword(minLength = 0, fill?: RandomFill): string {
  return generateString(passwordAlphabet, Math.max(12, minLength), fill);
}
