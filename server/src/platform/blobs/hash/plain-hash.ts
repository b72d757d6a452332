import { createHash } from 'node:crypto';
import type { BufferPool } from '../buffer-pool.ts';
import type { HashWorker, StreamHash } from './hash-worker.ts';

// One block is filled, one is hashed and one waits, so the worker is never idle. If the worker keeps up, two are
// enough.
const maxBlocks = 3;

/**
 * Computes the SHA-256 of an object's plaintext in blocks of shared memory. One block is filled here while the worker
 * hashes the previous ones. An object of a single block is hashed here.
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

  /** Returns an empty block as soon as one is free. Throws `io`. */
  async acquireBlock(): Promise<Buffer> {
    const hashed = this.#hashed.pop();
    if (hashed) return hashed;
    if (this.#acquiredCount < maxBlocks) {
      this.#acquiredCount += 1;
      return this.#pool.acquire();
    }
    // All blocks are with the worker, because the caller has none: wait until it has hashed one.
    await Promise.race(this.#hashing);
    return await this.acquireBlock();
  }

  /** Hashes a full block. The caller must not use the block afterwards. */
  add(block: Buffer): void {
    this.#stream ??= this.#worker.open();
    const hashing = this.#stream.update(block).then(() => {
      this.#hashing.delete(hashing);
      this.#hashed.push(block);
    });
    hashing.catch(() => undefined);
    this.#hashing.add(hashing);
  }

  /** Hashes the first `bytes` bytes of the last block and returns the hash in hex. Throws `io`. */
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

  /** Ends without a result and releases all blocks. `block`: the caller's current block, if any. */
  async drop(block: Buffer | undefined): Promise<void> {
    if (block) this.#release(block);
    this.#stream?.drop();
    await this.#releaseHashed();
  }

  async #releaseHashed(): Promise<void> {
    await Promise.allSettled(this.#hashing);
    for (const block of this.#hashed.splice(0)) this.#release(block);
  }

  /** Overwrites the plaintext before the block returns to the pool. */
  #release(block: Buffer): void {
    block.fill(0);
    this.#pool.release(block);
  }
}
