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

/** The state at the start of a part: durable plaintext in full segments, and the bytes after them. */
export interface PartStart {
  /** Size of the complete object, known from the first part on. It determines the last segment. */
  readonly sizeBytes: number;
  /** A multiple of the segment size. */
  readonly encryptedBytes: number;
  /** Less than a segment. The caller stores it elsewhere, because a segment is written once and complete. */
  readonly tail: Buffer;
}

/** The state at the end of a part: durable segments, and the tail that the caller must store. */
export interface PartEnd {
  readonly encryptedBytes: number;
  readonly tail: Buffer;
}

/** Returns the plaintext bytes of the full segments within `containerBytes` durable bytes. */
export function durablePlainBytes(containerBytes: number): number {
  const segmentCount = Math.floor((containerBytes - segmentPosition(0)) / (segmentPosition(1) - segmentPosition(0)));
  return Math.max(0, segmentCount) * segmentBytes;
}

/**
 * Encrypts a part of an object and writes it to the store. Encrypts each segment once it is full or the object ends,
 * with its own nonce. The caller awaits each call before the next.
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
    // A hash at another position does not match the stored bytes.
    if (hash.hashedBytes !== start.encryptedBytes) hash.invalidate();
    this.#append(start.tail, 0);
  }

  /** Plaintext bytes received so far, including earlier parts. */
  get offset(): number {
    return this.#encryptedBytes + this.#filledBytes;
  }

  /**
   * Writes all of `chunk`, which the caller may then reuse. Throws `RangeError` beyond the object's end; `no_space`,
   * `io`.
   */
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

  /** Makes all full segments durable and returns the rest as the tail. Throws `no_space`, `io`. */
  async flush(): Promise<PartEnd> {
    await this.#blob.sync();
    const tail = Buffer.from(this.#segment?.subarray(0, this.#filledBytes) ?? Buffer.alloc(0));
    return { encryptedBytes: this.#encryptedBytes, tail };
  }

  /**
   * Completes the object. Once this returns, it survives a power cut. Returns its SHA-256 in hex; null if the object
   * must be read for it. Throws `io` if bytes are missing.
   */
  async finish(): Promise<string | null> {
    if (this.offset !== this.#sizeBytes) throw new BlobError('io', { cause: new Error('The object is not complete') });
    await this.#blob.commit();
    const sha256 = await this.#hash.finish();
    await this.#release();
    return sha256;
  }

  /** Closes the writer. Durable segments stay. */
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
    // At most three segments wait for the hash worker.
    if (this.#hashing.size >= 3) await Promise.race(this.#hashing);
  }

  #hashAndRelease(plain: Buffer, segment: Buffer): void {
    const hashed = this.#hash.add(plain).then(() => {
      this.#hashing.delete(hashed);
      segment.fill(0); // removes the plaintext from memory as soon as possible
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
