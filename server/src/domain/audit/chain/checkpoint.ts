import { createHash, sign, verify } from 'node:crypto';
import * as z from 'zod';
import type { ChainKeys } from './chain-keys.ts';

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const positiveInteger = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);

const checkpointShape = z.strictObject({
  number: positiveInteger,
  /** The record that it signs, and that record's hash. */
  seq: positiveInteger,
  hash: hex,
  at: z.iso.datetime(),
  /** SHA-256 of the line before, without its end; zeros before the first. */
  previous: hex,
  /** After a restore: the trail goes on from this record, and what the file says of later ones is of the time before. */
  restored: z.literal(true).optional(),
  signature: z.base64(),
});

/** (number, record, hash, time), signed: what the trail was at that time, told outside the database. */
export type Checkpoint = z.infer<typeof checkpointShape>;

export const zeroLineHash: string = '0'.repeat(64);

export function hashLine(line: string): string {
  return createHash('sha256').update(line).digest('hex');
}

/** What is signed: every field but the signature. */
function signedBytes({ number, seq, hash, at, previous, restored }: Omit<Checkpoint, 'signature'>): Buffer {
  return Buffer.from(
    JSON.stringify(['medcloud audit checkpoint 1', number, seq, hash, at, previous, restored === true]),
  );
}

/** A checkpoint's line, signed by Ed25519, without its end. */
export function formatCheckpoint(checkpoint: Omit<Checkpoint, 'signature'>, keys: Pick<ChainKeys, 'signing'>): string {
  const signature = sign(null, signedBytes(checkpoint), keys.signing).toString('base64');
  return JSON.stringify({ ...checkpoint, signature } satisfies Checkpoint);
}

/** What a line says; null for one that is no checkpoint's, such as one that a crash cut short. */
export function parseCheckpoint(line: string): Checkpoint | null {
  try {
    return checkpointShape.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null; // no JSON
  }
}

/** Whether this portal's key signed it. */
export function hasValidSignature(checkpoint: Checkpoint, keys: Pick<ChainKeys, 'verifying'>): boolean {
  return verify(null, signedBytes(checkpoint), keys.verifying, Buffer.from(checkpoint.signature, 'base64'));
}
