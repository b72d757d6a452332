import { createHash } from 'node:crypto';
import type { BufferShelf } from './buffer-shelf.ts';
import type { HashThread, StreamHash } from './hash-thread.ts';

// One block fills, one is being hashed, one waits its turn, so that the thread never does. Where it keeps up, two do.
const blocksAtOnce = 3;

/**
 * The SHA-256 of an object's plaintext, in blocks of shared memory that take turns: one is filled here while those
 * before it are hashed in the thread. An object that ends within its first block never goes there.
 */
export class PlainHash {
  readonly #thread: HashThread;
  readonly #shelf: BufferShelf;
  readonly #hashing = new Set<Promise<void>>();
  readonly #hashed: Buffer[] = [];
  #stream: StreamHash | undefined;
  #taken = 0;

  constructor(thread: HashThread, shelf: BufferShelf) {
    this.#thread = thread;
    this.#shelf = shelf;
  }

  /** An empty block, once one is free. `io`. */
  async block(): Promise<Buffer> {
    const hashed = this.#hashed.pop();
    if (hashed) return hashed;
    if (this.#taken < blocksAtOnce) {
      this.#taken += 1;
      return this.#shelf.take();
    }
    // Three are out, and the caller holds none: one comes back from the thread.
    await Promise.race(this.#hashing);
    return await this.block();
  }

  /** Hashes a full block, which is the caller's no longer. */
  add(block: Buffer): void {
    this.#stream ??= this.#thread.open();
    const hashing = this.#stream.update(block).then(() => {
      this.#hashing.delete(hashing);
      this.#hashed.push(block);
    });
    hashing.catch(() => undefined);
    this.#hashing.add(hashing);
  }

  /** The hash in hex, `bytes` of the last block being the end. `io`. */
  async finish(block: Buffer, bytes: number): Promise<string> {
    const rest = block.subarray(0, bytes);
    if (!this.#stream) {
      const sha256 = createHash('sha256').update(rest).digest('hex');
      this.#putBack(block);
      return sha256;
    }
    await this.#stream.update(rest);
    const sha256 = await this.#stream.digest();
    this.#putBack(block);
    await this.#putBackHashed();
    return sha256;
  }

  /** Gives up; `block` is the one the caller holds, if any. */
  async drop(block: Buffer | undefined): Promise<void> {
    if (block) this.#putBack(block);
    this.#stream?.drop();
    await this.#putBackHashed();
  }

  async #putBackHashed(): Promise<void> {
    await Promise.allSettled(this.#hashing);
    for (const block of this.#hashed.splice(0)) this.#putBack(block);
  }

  /** Plaintext does not stay in memory longer than it must. */
  #putBack(block: Buffer): void {
    block.fill(0);
    this.#shelf.give(block);
  }
}
