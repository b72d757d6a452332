import { createSecretKey, type KeyObject } from 'node:crypto';
import type { EventLoopLimiter } from '../concurrency/event-loop-limiter.ts';
import type { Random } from '../ids/random.ts';
import { BlobError } from './blob-error.ts';
import type { BlobWriter } from './blob-store.ts';
import { encodeHeader, encryptSegment, nonceBytes, type ObjectKey, segmentBytes } from './container.ts';
import type { PlainHash } from './hash/plain-hash.ts';

/** The plaintext of a stored object: its bytes, and their SHA-256 in hex. */
export interface PlaintextDigest {
  readonly sizeBytes: number;
  readonly sha256: string;
}

/**
 * Encrypts a stream of bytes and writes it to the store. The caller awaits each call before the next. The cipher runs
 * on this thread, one segment at a time (about 0.1 ms), and yields between them. Hash and disk run in parallel.
 */
export class EncryptedWriter {
  readonly #blob: BlobWriter;
  readonly #objectKey: ObjectKey;
  readonly #key: KeyObject;
  readonly #random: Random;
  readonly #hash: PlainHash;
  readonly #limiter: EventLoopLimiter;
  // A multiple of the segment size. Its segments are encrypted one by one; then the block is hashed.
  #block: Buffer | undefined;
  #filledBytes = 0;
  #encryptedBytes = 0;
  #segmentCount = 0;
  #sizeBytes = 0;
  #state: 'open' | 'busy' | 'closed' = 'open';

  constructor(blob: BlobWriter, objectKey: ObjectKey, random: Random, hash: PlainHash, limiter: EventLoopLimiter) {
    this.#blob = blob;
    this.#objectKey = objectKey;
    this.#key = createSecretKey(objectKey.key);
    this.#random = random;
    this.#hash = hash;
    this.#limiter = limiter;
  }

  /**
   * Writes all of `chunk`, of any size; the caller may then reuse it. Throws `no_space`, `io` after removing
   * everything.
   */
  write(chunk: Buffer): Promise<void> {
    return this.#runExclusive(async () => {
      let consumed = 0;
      while (consumed < chunk.length) {
        await this.#limiter.acquire();
        this.#checkNotClosed();
        // A full segment waits for the next byte: only then is it not the last one, which its tag states.
        if (this.#filledBytes - this.#encryptedBytes === segmentBytes) {
          await this.#encryptFullSegment();
          this.#checkNotClosed();
        }
        this.#block ??= await this.#hash.acquireBlock();
        const freeBytes = this.#encryptedBytes + segmentBytes - this.#filledBytes;
        const copied = chunk.copy(this.#block, this.#filledBytes, consumed, consumed + freeBytes);
        consumed += copied;
        this.#filledBytes += copied;
      }
      this.#sizeBytes += chunk.length;
      this.#checkNotClosed();
      this.#state = 'open';
    });
  }

  /**
   * Encrypts the last segment and commits. Once this returns, the object survives a power cut. Throws `no_space`, `io`.
   */
  finish(): Promise<PlaintextDigest> {
    return this.#runExclusive(async () => {
      this.#block ??= await this.#hash.acquireBlock();
      await this.#encryptSegment(this.#block, true);
      const block = this.#block;
      this.#block = undefined;
      const sha256 = await this.#hash.finish(block, this.#filledBytes);
      await this.#blob.commit();
      this.#state = 'closed';
      return { sizeBytes: this.#sizeBytes, sha256 };
    });
  }

  /**
   * Removes everything written, also during a write. Has no effect after a failure or once `finish` renamed the file.
   */
  async abort(): Promise<void> {
    const block = this.#block;
    this.#block = undefined;
    this.#state = 'closed';
    await this.#hash.drop(block);
    await this.#blob.abort();
  }

  async #encryptFullSegment(): Promise<void> {
    if (!this.#block) return;
    await this.#encryptSegment(this.#block, false);
    this.#checkNotClosed();
    if (this.#encryptedBytes < this.#block.length) return;
    this.#hash.add(this.#block);
    this.#block = undefined;
    this.#filledBytes = 0;
    this.#encryptedBytes = 0;
  }

  async #encryptSegment(block: Buffer, isLast: boolean): Promise<void> {
    if (this.#segmentCount === 0) await this.#blob.write(encodeHeader(this.#objectKey));
    const plain = block.subarray(this.#encryptedBytes, this.#filledBytes);
    const nonce = this.#random.bytes(nonceBytes);
    const key = { objectId: this.#objectKey.objectId, key: this.#key };
    for (const chunk of encryptSegment(key, this.#segmentCount, isLast, nonce, plain)) await this.#blob.write(chunk);
    this.#segmentCount += 1;
    this.#encryptedBytes = this.#filledBytes;
  }

  #checkNotClosed(): void {
    if (this.#state === 'closed') throw new BlobError('io', { cause: new Error('The object was aborted') });
  }

  /** Rejects a second concurrent call, because two calls would mix their bytes in one segment. */
  async #runExclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#state !== 'open') throw new Error(`The writer is ${this.#state}`);
    this.#state = 'busy';
    try {
      return await work();
    } catch (error) {
      await this.abort();
      throw error;
    }
  }
}
