import { createSecretKey, type KeyObject } from 'node:crypto';
import type { LoopTurns } from '../concurrency/loop-turns.ts';
import type { Random } from '../ids/random.ts';
import { BlobError } from './blob-error.ts';
import { encodeHeader, frameBytes, nonceBytes, type Seal, sealFrame } from './container.ts';
import type { PlainHash } from './plain-hash.ts';
import type { BlobWriter } from './store.ts';

/** What was stored: plaintext bytes, and their SHA-256 in hex. */
export interface SealedFacts {
  readonly sizeBytes: number;
  readonly sha256: string;
}

/**
 * Seals a stream of bytes on its way to the store. Calls come one after another, each awaited. The cipher runs here,
 * a frame at a time (about 0.1 ms), in turns with others; the hash and the disk work beside it.
 */
export class SealedWriter {
  readonly #blob: BlobWriter;
  readonly #seal: Seal;
  readonly #key: KeyObject;
  readonly #random: Random;
  readonly #hash: PlainHash;
  readonly #turns: LoopTurns;
  // Whole frames long. Frames are sealed out of it one by one; when all are, it goes to be hashed.
  #block: Buffer | undefined;
  #filledBytes = 0;
  #sealedBytes = 0;
  #frames = 0;
  #sizeBytes = 0;
  #state: 'open' | 'busy' | 'closed' = 'open';

  constructor(blob: BlobWriter, seal: Seal, random: Random, hash: PlainHash, turns: LoopTurns) {
    this.#blob = blob;
    this.#seal = seal;
    this.#key = createSecretKey(seal.key);
    this.#random = random;
    this.#hash = hash;
    this.#turns = turns;
  }

  /** Takes all of `chunk`, of any size; the caller may reuse it afterwards. `no_space` and `io` have removed everything. */
  write(chunk: Buffer): Promise<void> {
    return this.#alone(async () => {
      let taken = 0;
      while (taken < chunk.length) {
        await this.#turns.take();
        this.#mustNotBeClosed();
        // A full frame waits for its next byte: only then is it known not to be the last, which its tag states.
        if (this.#filledBytes - this.#sealedBytes === frameBytes) {
          await this.#sealFullFrame();
          this.#mustNotBeClosed();
        }
        this.#block ??= await this.#hash.block();
        const room = this.#sealedBytes + frameBytes - this.#filledBytes;
        const copied = chunk.copy(this.#block, this.#filledBytes, taken, taken + room);
        taken += copied;
        this.#filledBytes += copied;
      }
      this.#sizeBytes += chunk.length;
      this.#mustNotBeClosed();
      this.#state = 'open';
    });
  }

  /** Seals the last frame and commits: once this returns, the object survives a power cut. `no_space`, `io`. */
  finish(): Promise<SealedFacts> {
    return this.#alone(async () => {
      this.#block ??= await this.#hash.block();
      await this.#sealFrame(this.#block, true);
      const block = this.#block;
      this.#block = undefined;
      const sha256 = await this.#hash.finish(block, this.#filledBytes);
      await this.#blob.commit();
      this.#state = 'closed';
      return { sizeBytes: this.#sizeBytes, sha256 };
    });
  }

  /** Leaves nothing behind, also while a write waits; harmless after a failure or once `finish` has renamed the file. */
  async abort(): Promise<void> {
    const block = this.#block;
    this.#block = undefined;
    this.#state = 'closed';
    await this.#hash.drop(block);
    await this.#blob.abort();
  }

  async #sealFullFrame(): Promise<void> {
    if (!this.#block) return;
    await this.#sealFrame(this.#block, false);
    this.#mustNotBeClosed();
    if (this.#sealedBytes < this.#block.length) return;
    this.#hash.add(this.#block);
    this.#block = undefined;
    this.#filledBytes = 0;
    this.#sealedBytes = 0;
  }

  async #sealFrame(block: Buffer, last: boolean): Promise<void> {
    if (this.#frames === 0) await this.#blob.write(encodeHeader(this.#seal));
    const plain = block.subarray(this.#sealedBytes, this.#filledBytes);
    const nonce = this.#random.bytes(nonceBytes);
    const key = { objectId: this.#seal.objectId, key: this.#key };
    for (const piece of sealFrame(key, this.#frames, last, nonce, plain)) await this.#blob.write(piece);
    this.#frames += 1;
    this.#sealedBytes = this.#filledBytes;
  }

  #mustNotBeClosed(): void {
    if (this.#state === 'closed') throw new BlobError('io', { cause: new Error('The object was aborted') });
  }

  /** Two calls at once would mix their bytes in the frame, so the second is refused. */
  async #alone<Result>(work: () => Promise<Result>): Promise<Result> {
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
