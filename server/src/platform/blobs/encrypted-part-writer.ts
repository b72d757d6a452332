import { createSecretKey, type KeyObject } from 'node:crypto';
import type { EventLoopLimiter } from '../concurrency/event-loop-limiter.ts';
import type { Random } from '../ids/random.ts';
import { BlobError } from './blob-error.ts';
import type { BlobPartWriter } from './blob-store.ts';
import type { BufferPool } from './buffer-pool.ts';
import {
  encodeHeader,
  encryptSegment,
  nonceBytes,
  type ObjectKey,
  segmentBytes,
  segmentPosition,
} from './container.ts';
import type { RunningHash } from './hash/running-hash.ts';

/** Where a part begins: what is durable of the object's plaintext in whole frames, and what came behind them. */
export interface PartStart {
  /** Of the whole object, which is known from the first part on: so is which frame is the last. */
  readonly sizeBytes: number;
  /** A multiple of the frame. */
  readonly encryptedBytes: number;
  /** Less than a frame; kept elsewhere, since a frame is written once and whole. */
  readonly tail: Buffer;
}

/** What a part has come to: durable frames, and a rest that is the caller's to keep. */
export interface PartEnd {
  readonly encryptedBytes: number;
  readonly tail: Buffer;
}

/** Whole frames within so many durable bytes of a container, as plaintext. */
export function durablePlainBytes(containerBytes: number): number {
  const segmentCount = Math.floor((containerBytes - segmentPosition(0)) / (segmentPosition(1) - segmentPosition(0)));
  return Math.max(0, segmentCount) * segmentBytes;
}

/**
 * Seals a part of an object on its way to the store: each frame once it is full, or the object at its end, with a nonce
 * of its own. Calls come one after another, each awaited.
 */
export class EncryptedPartWriter {
  readonly #blob: BlobPartWriter;
  readonly #objectKey: ObjectKey;
  readonly #key: KeyObject;
  readonly #random: Random;
  readonly #hash: RunningHash;
  readonly #pool: BufferPool;
  readonly #limiter: EventLoopLimiter;
  readonly #sizeBytes: number;
  #encryptedBytes: number;
  #segment: Buffer | undefined;
  #filledBytes = 0;
  readonly #hashing = new Set<Promise<void>>();

  constructor(
    blob: BlobPartWriter,
    objectKey: ObjectKey,
    random: Random,
    { hash, pool, limiter }: { hash: RunningHash; pool: BufferPool; limiter: EventLoopLimiter },
    start: PartStart,
  ) {
    this.#blob = blob;
    this.#objectKey = objectKey;
    this.#key = createSecretKey(objectKey.key);
    this.#random = random;
    this.#hash = hash;
    this.#pool = pool;
    this.#limiter = limiter;
    this.#sizeBytes = start.sizeBytes;
    this.#encryptedBytes = start.encryptedBytes;
    // what is hashed elsewhere, or further, is not this object as it stands
    if (hash.hashedBytes !== start.encryptedBytes) hash.invalidate();
    this.#append(start.tail, 0);
  }

  /** Plaintext bytes taken so far, the earlier parts' too. */
  get offset(): number {
    return this.#encryptedBytes + this.#filledBytes;
  }

  /** Takes all of `chunk`, which the caller may reuse afterwards. `RangeError` behind the object's end; `no_space`, `io`. */
  async write(chunk: Buffer): Promise<void> {
    if (this.offset + chunk.length > this.#sizeBytes) throw new RangeError('A part goes beyond the end of its object');
    let consumed = 0;
    while (consumed < chunk.length) {
      await this.#limiter.acquire();
      consumed += this.#append(chunk, consumed);
      if (this.#filledBytes < segmentBytes && this.offset < this.#sizeBytes) continue;
      await this.#encryptSegment();
    }
  }

  /** Makes durable what came in whole frames, and hands the rest back. `no_space`, `io`. */
  async flush(): Promise<PartEnd> {
    await this.#blob.sync();
    const tail = Buffer.from(this.#segment?.subarray(0, this.#filledBytes) ?? Buffer.alloc(0));
    return { encryptedBytes: this.#encryptedBytes, tail };
  }

  /** The object is whole: once this returns it survives a power cut. Its SHA-256 in hex; null where it must be read for it. */
  async finish(): Promise<string | null> {
    if (this.offset !== this.#sizeBytes) throw new BlobError('io', { cause: new Error('The object is not whole yet') });
    await this.#blob.commit();
    const sha256 = await this.#hash.finish();
    await this.#release();
    return sha256;
  }

  /** Closes; what was settled stays. */
  async close(): Promise<void> {
    await this.#release();
    await this.#blob.close();
  }

  #append(chunk: Buffer, from: number): number {
    if (from >= chunk.length) return 0;
    this.#segment ??= this.#pool.acquire();
    const copied = chunk.copy(this.#segment, this.#filledBytes, from, from + segmentBytes - this.#filledBytes);
    this.#filledBytes += copied;
    return copied;
  }

  async #encryptSegment(): Promise<void> {
    const segment = this.#segment;
    if (!segment) return;
    const plain = segment.subarray(0, this.#filledBytes);
    const index = this.#encryptedBytes / segmentBytes;
    const isLast = this.offset === this.#sizeBytes;
    if (index === 0) await this.#blob.write(encodeHeader(this.#objectKey));
    const nonce = this.#random.bytes(nonceBytes);
    const key = { objectId: this.#objectKey.objectId, key: this.#key };
    for (const chunk of encryptSegment(key, index, isLast, nonce, plain)) await this.#blob.write(chunk);
    this.#encryptedBytes += plain.length;
    this.#filledBytes = 0;
    this.#segment = undefined;
    this.#hashAndRelease(plain, segment);
    // three frames at most wait for the thread
    if (this.#hashing.size >= 3) await Promise.race(this.#hashing);
  }

  #hashAndRelease(plain: Buffer, segment: Buffer): void {
    const hashed = this.#hash.add(plain).then(() => {
      this.#hashing.delete(hashed);
      segment.fill(0); // plaintext does not stay in memory longer than it must
      this.#pool.release(segment);
    });
    this.#hashing.add(hashed);
  }

  async #release(): Promise<void> {
    await Promise.all(this.#hashing);
    if (!this.#segment) return;
    this.#segment.fill(0);
    this.#pool.release(this.#segment);
    this.#segment = undefined;
  }
}
