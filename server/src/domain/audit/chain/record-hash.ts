import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** An event as it is hashed: every column as PostgreSQL writes it, in the order of `canonicalColumns`; null where it has none. */
export type CanonicalEvent = readonly (string | null)[];

/** What stands before the first record. */
export const genesisHash: Buffer = Buffer.alloc(32);

/**
 * SHA-256 over the JSON text of a list: the format's name, the record's number, the hash before it in hex, and the event's
 * columns. JSON quotes every text, so that no two lists give the same bytes.
 */
export function hashRecord(seq: number, prev: Buffer, event: CanonicalEvent): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(['medcloud audit record 1', seq, prev.toString('hex'), ...event]))
    .digest();
}

/** HMAC-SHA-256 of a record's hash: only the portal's key makes it. */
export function macRecord(key: Buffer, hash: Buffer): Buffer {
  return createHmac('sha256', key).update(hash).digest();
}

/** Whether two hashes are the same, in a time that does not tell where they differ. */
export function isSameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
