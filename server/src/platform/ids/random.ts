import { randomBytes, randomInt } from 'node:crypto';

/** Randomness comes in as an argument, so that a test can say what was drawn. */
export interface Random {
  /** `length` bytes fit for keys and tokens. */
  bytes(length: number): Buffer;
  /** A whole number from 0 up to, not including, `below`, without bias. */
  int(below: number): number;
}

/** The system's cryptographic generator. */
export const systemRandom: Random = { bytes: (length) => randomBytes(length), int: (below) => randomInt(below) };

/** A secret of `bytes` random bytes in base64url, for tokens that travel in text. */
export function randomToken(random: Random, bytes = 32): string {
  return random.bytes(bytes).toString('base64url');
}
