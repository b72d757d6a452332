import { createHash } from 'node:crypto';

/** What is stored of a secret: its SHA-256. A secret of 256 random bits needs no slow hash. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
