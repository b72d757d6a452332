import { createHash } from 'node:crypto';

/** Returns the SHA-256 of a secret, for storage. A secret of 256 random bits needs no slow hash. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
