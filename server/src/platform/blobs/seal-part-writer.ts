import { createSecretKey, type KeyObject } from 'node:crypto';
import type { LoopTurns } from '../concurrency/loop-turns.ts';
import type { Random } from '../ids/random.ts';
import { BlobError } from './blob-error.ts';
import type { BufferShelf } from './buffer-shelf.ts';
import { encodeHeader, frameBytes, framePosition, nonceBytes, type Seal, sealFrame } from './container.ts';
import type { RunningHash } from './running-hash.ts';
import type { BlobPartWriter } from './store.ts';

/** Where a part begins: what is durable of the object's plaintext in whole frames, and what came behind them. */
export interface PartStart {
  /** Of the whole object, which is known from the first part on: so is which frame is the last. */
  readonly sizeBytes: number;
  /** A multiple of the frame. */
  readonly sealedBytes: number;
  /** Less than a frame; kept elsewhere, since a frame is written once and whole. */
  readonly tail: Buffer;
}

/** What a part has come to: durable frames, and a rest that is the caller's to keep. */
export interface PartEnd {
  readonly sealedBytes: number;
  readonly tail: Buffer;
}

/** Whole frames within so many durable bytes of a container, as plaintext. */
export function durablePlainBytes(containerBytes: number): number {
  const frames = Math.floor((containerBytes - framePosition(0)) / (framePosition(1) - framePosition(0)));
  return Math.max(0, frames) * frameBytes;
}

/**
 * Seals a part of an object on its way to the store: each frame once it is full, or the object at its end, with a nonce
 * of its own. Calls come one after another, each awaited.
 */
export class SealedPartWriter {
  readonly #blob: BlobPartWriter;
  readonly #seal: Seal;
  readonly #key: KeyObject;
  readonly #random: Random;
  readonly #hash: RunningHash;
  readonly #shelf: BufferShelf;
  readonly #turns: LoopTurns;
  readonly #sizeBytes: number;
  #sealedBytes: number;
  #frame: Buffer | undefined;
  #filledBytes = 0;
  readonly #hashing = new Set<Promise<void>>();

  constructor(
    blob: BlobPartWriter,
    seal: Seal,
    random: Random,
    { hash, shelf, turns }: { hash: RunningHash; shelf: BufferShelf; turns: LoopTurns },
    start: PartStart,
  ) {
    this.#blob = blob;
    this.#seal = seal;
    this.#key = createSecretKey(seal.key);
    this.#random = random;
    this.#hash = hash;
    this.#shelf = shelf;
    this.#turns = turns;
    this.#sizeBytes = start.sizeBytes;
    this.#sealedBytes = start.sealedBytes;
    // what is hashed elsewhere, or further, is not this object as it stands
    if (hash.hashedBytes !== start.sealedBytes) hash.lose();
    this.#take(start.tail, 0);
  }

  /** Plaintext bytes taken so far, the earlier parts' too. */
  get offset(): number {
    return this.#sealedBytes + this.#filledBytes;
  }

  /** Takes all of `chunk`, which the caller may reuse afterwards. `RangeError` behind the object's end; `no_space`, `io`. */
  async write(chunk: Buffer): Promise<void> {
    if (this.offset + chunk.length > this.#sizeBytes) throw new RangeError('A part goes beyond the end of its object');
    let taken = 0;
    while (taken < chunk.length) {
      await this.#turns.take();
      taken += this.#take(chunk, taken);
      if (this.#filledBytes < frameBytes && this.offset < this.#sizeBytes) continue;
      await this.#sealFrame();
    }
  }

  /** Makes durable what came in whole frames, and hands the rest back. `no_space`, `io`. */
  async settle(): Promise<PartEnd> {
    await this.#blob.sync();
    const tail = Buffer.from(this.#frame?.subarray(0, this.#filledBytes) ?? Buffer.alloc(0));
    return { sealedBytes: this.#sealedBytes, tail };
  }

  /** The object is whole: once this returns it survives a power cut. Its SHA-256 in hex; null where it must be read for it. */
  async finish(): Promise<string | null> {
    if (this.offset !== this.#sizeBytes) throw new BlobError('io', { cause: new Error('The object is not whole yet') });
    await this.#blob.commit();
    const sha256 = await this.#hash.finish();
    await this.#putBack();
    return sha256;
  }

  /** Closes; what was settled stays. */
  async leave(): Promise<void> {
    await this.#putBack();
    await this.#blob.leave();
  }

  #take(chunk: Buffer, from: number): number {
    if (from >= chunk.length) return 0;
    this.#frame ??= this.#shelf.take();
    const copied = chunk.copy(this.#frame, this.#filledBytes, from, from + frameBytes - this.#filledBytes);
    this.#filledBytes += copied;
    return copied;
  }

  async #sealFrame(): Promise<void> {
    const frame = this.#frame;
    if (!frame) return;
    const plain = frame.subarray(0, this.#filledBytes);
    const index = this.#sealedBytes / frameBytes;
    const isLast = this.offset === this.#sizeBytes;
    if (index === 0) await this.#blob.write(encodeHeader(this.#seal));
    const nonce = this.#random.bytes(nonceBytes);
    const key = { objectId: this.#seal.objectId, key: this.#key };
    for (const piece of sealFrame(key, index, isLast, nonce, plain)) await this.#blob.write(piece);
    this.#sealedBytes += plain.length;
    this.#filledBytes = 0;
    this.#frame = undefined;
    this.#hashThen(plain, frame);
    // three frames at most wait for the thread
    if (this.#hashing.size >= 3) await Promise.race(this.#hashing);
  }

  #hashThen(plain: Buffer, frame: Buffer): void {
    const hashed = this.#hash.add(plain).then(() => {
      this.#hashing.delete(hashed);
      frame.fill(0); // plaintext does not stay in memory longer than it must
      this.#shelf.give(frame);
    });
    this.#hashing.add(hashed);
  }

  async #putBack(): Promise<void> {
    await Promise.all(this.#hashing);
    if (!this.#frame) return;
    this.#frame.fill(0);
    this.#shelf.give(this.#frame);
    this.#frame = undefined;
  }
}
