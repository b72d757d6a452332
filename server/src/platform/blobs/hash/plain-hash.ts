import { createHash } from 'node:crypto';
import type { BufferPool } from '../buffer-pool.ts';
import type { HashWorker, StreamHash } from './hash-worker.ts';

// One block fills, one is being hashed, one waits its turn, so that the thread never does. Where it keeps up, two do.
const maxBlocks = 3;

/**
 * The SHA-256 of an object's plaintext, in blocks of shared memory that take turns: one is filled here while those
 * before it are hashed in the thread. An object that ends within its first block never goes there.
 */
export class PlainHash {
  readonly #worker: HashWorker;
  readonly #pool: BufferPool;
  readonly #hashing = new Set<Promise<void>>();
  readonly #hashed: Buffer[] = [];
  #stream: StreamHash | undefined;
  #acquiredCount = 0;

  constructor(worker: HashWorker, pool: BufferPool) {
    this.#worker = worker;
    this.#pool = pool;
  }

  /** An empty block, once one is free. `io`. */
  async acquireBlock(): Promise<Buffer> {
    const hashed = this.#hashed.pop();
    if (hashed) return hashed;
    if (this.#acquiredCount < maxBlocks) {
      this.#acquiredCount += 1;
      return this.#pool.acquire();
    }
    // Three are out, and the caller holds none: one comes back from the thread.
    await Promise.race(this.#hashing);
    return await this.acquireBlock();
  }

  /** Hashes a full block, which is the caller's no longer. */
  add(block: Buffer): void {
    this.#stream ??= this.#worker.open();
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
      this.#release(block);
      return sha256;
    }
    await this.#stream.update(rest);
    const sha256 = await this.#stream.digest();
    this.#release(block);
    await this.#releaseHashed();
    return sha256;
  }

  /** Gives up; `block` is the one the caller holds, if any. */
  async drop(block: Buffer | undefined): Promise<void> {
    if (block) this.#release(block);
    this.#stream?.drop();
    await this.#releaseHashed();
  }

  async #releaseHashed(): Promise<void> {
    await Promise.allSettled(this.#hashing);
    for (const block of this.#hashed.splice(0)) this.#release(block);
  }

  /** Plaintext does not stay in memory longer than it must. */
  #release(block: Buffer): void {
    block.fill(0);
    this.#pool.release(block);
  }
}
