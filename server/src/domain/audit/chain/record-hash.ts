import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/**
 * An event as hashed: every column as PostgreSQL formats it, in the order of `canonicalColumns`; null for a null
 * column.
 */
export type CanonicalEvent = readonly (string | null)[];

/** The previous hash of the first record. */
export const genesisHash: Buffer = Buffer.alloc(32);

/**
 * Computes SHA-256 over the JSON text of a list: the format's name, the record's number, the previous hash in hex, and
 * the event's columns. JSON quotes every text, so two different lists never give the same bytes.
 */
export function hashRecord(seq: number, prev: Buffer, event: CanonicalEvent): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(['medcloud audit record 1', seq, prev.toString('hex'), ...event]))
    .digest();
}

/** Computes HMAC-SHA-256 of a record's hash with the installation's key. */
export function macRecord(key: Buffer, hash: Buffer): Buffer {
  return createHmac('sha256', key).update(hash).digest();
}

/** Compares two hashes in constant time. */
export function isSameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
