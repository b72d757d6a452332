import { createHash } from 'node:crypto';

const uidPattern = /^[0-9.]{1,64}$/;

/** Returns the UID if it fits an address and a row, else null: some files have none, or letters in it. */
export function parseUid(text: string | null): string | null {
  return text !== null && uidPattern.test(text) ? text : null;
}

/** Derives a UID, always the same for the same key: under 2.25, from 128 bits (PS3.5 B.2). */
export function deriveUid(key: string): string {
  const digest = createHash('sha256').update(`medcloud uid/${key}`).digest('hex');
  return `2.25.${BigInt(`0x${digest.slice(0, 32)}`)}`;
}
