import { createHash } from 'node:crypto';
import type { ChainKeys } from '../chain/chain-keys.ts';
import { type Checkpoint, hasValidSignature, parseCheckpoint } from '../chain/checkpoint.ts';

/** A record's number and hash, kept in a place that this installation cannot change. */
export interface Anchor {
  seq: number;
  /** Hex. */
  hash: string;
  /** The place that keeps it, as reports name it. */
  place: string;
  /** The checkpoint's number. Null for an anchor typed as RECORD:HASH. */
  number: number | null;
  /** The checkpoint with its line. Null for an anchor that was typed, which has no signature. */
  signed: { checkpoint: Checkpoint; line: string } | null;
}

/** A line that looks like a checkpoint, and is not signed by this installation's key. */
export class ForgedAnchorError extends Error {
  override name = 'ForgedAnchorError';
  readonly place: string;

  constructor(place: string) {
    super(`An anchor in ${place} was not signed by the portal's key.`);
    this.place = place;
  }
}

/**
 * Finds the anchor of a line of text: a checkpoint's JSON, with anything around it, such as the head of a syslog
 * message; else CHECKPOINT:RECORD:HASH or RECORD:HASH. Null if there is none. Throws `ForgedAnchorError`.
 */
export function findAnchor(text: string, place: string, keys: Pick<ChainKeys, 'verifying'>): Anchor | null {
  // a time stamp's receipt, or a log collector, may have put the line into a JSON string
  const line = /\{"number":\d[^{}]*\}/.exec(text.replaceAll('\\"', '"'))?.[0];
  const checkpoint = line === undefined ? null : parseCheckpoint(line);
  if (line !== undefined && checkpoint !== null) {
    if (!hasValidSignature(checkpoint, keys)) throw new ForgedAnchorError(place);
    const { number, seq, hash } = checkpoint;
    return { seq, hash, place, number, signed: { checkpoint, line } };
  }
  const [, number, seq, hash] = /\b(?:([1-9]\d{0,14}):)?([1-9]\d{0,14}):([0-9a-f]{64})\b/.exec(text) ?? [];
  if (seq === undefined || hash === undefined) return null;
  return { seq: Number(seq), hash, place, number: number === undefined ? null : Number(number), signed: null };
}

/** Formats a checkpoint as CHECKPOINT:RECORD:HASH, as `audit:verify -- --anchor` reads it. */
export function formatAnchor({ number, seq, hash }: Pick<Checkpoint, 'number' | 'seq' | 'hash'>): string {
  return `${number}:${seq}:${hash}`;
}

/** SHA-256 of a checkpoint's line, which a time-stamping authority signs. */
export function hashAnchorLine(line: string): Buffer {
  return createHash('sha256').update(line).digest();
}
