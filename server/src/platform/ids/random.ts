import { randomBytes, randomInt } from 'node:crypto';

/** Source of randomness, passed as an argument, so a test can set the values. */
export interface Random {
  /** Returns `length` bytes, suitable for keys and tokens. */
  bytes(length: number): Buffer;
  /** Returns an integer from 0 up to but not including `below`, without bias. */
  int(below: number): number;
}

/** The system's cryptographic random generator. */
export const systemRandom: Random = { bytes: (length) => randomBytes(length), int: (below) => randomInt(below) };

/** Returns a secret of `bytes` random bytes in base64url, for tokens in text. */
export function randomToken(random: Random, bytes = 32): string {
  return random.bytes(bytes).toString('base64url');
}
