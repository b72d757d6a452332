import { createHash, sign, verify } from 'node:crypto';
import * as z from 'zod';
import type { ChainKeys } from './chain-keys.ts';

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const positiveInteger = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);

const checkpointShape = z.strictObject({
  number: positiveInteger,
  /** Number and hash of the signed record. */
  seq: positiveInteger,
  hash: hex,
  at: z.iso.datetime(),
  /** SHA-256 of the previous line without its line end; zeros for the first line. */
  previous: hex,
  /**
   * Set after a restore: the chain continues from this record. Earlier lines about later records refer to the time
   * before.
   */
  restored: z.literal(true).optional(),
  signature: z.base64(),
});

/** The signed number, record, hash and time: the state of the chain at that time, stored outside the database. */
export type Checkpoint = z.infer<typeof checkpointShape>;

export const zeroLineHash: string = '0'.repeat(64);

export function hashLine(line: string): string {
  return createHash('sha256').update(line).digest('hex');
}

/** Returns the signed bytes: every field except the signature. */
function signedBytes({ number, seq, hash, at, previous, restored }: Omit<Checkpoint, 'signature'>): Buffer {
  return Buffer.from(
    JSON.stringify(['medcloud audit checkpoint 1', number, seq, hash, at, previous, restored === true]),
  );
}

/** Formats a checkpoint's line, signed with Ed25519, without its line end. */
export function formatCheckpoint(checkpoint: Omit<Checkpoint, 'signature'>, keys: Pick<ChainKeys, 'signing'>): string {
  const signature = sign(null, signedBytes(checkpoint), keys.signing).toString('base64');
  return JSON.stringify({ ...checkpoint, signature } satisfies Checkpoint);
}

/** Parses a line; null if it is no checkpoint, such as a line cut off by a crash. */
export function parseCheckpoint(line: string): Checkpoint | null {
  try {
    return checkpointShape.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null; // not JSON
  }
}

/** True if the signature is by this installation's key. */
export function hasValidSignature(checkpoint: Checkpoint, keys: Pick<ChainKeys, 'verifying'>): boolean {
  return verify(null, signedBytes(checkpoint), keys.verifying, Buffer.from(checkpoint.signature, 'base64'));
}
