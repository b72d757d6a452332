import type { HashWorker, StreamHash } from './hash-worker.ts';

/**
 * Computes the SHA-256 of an object written in parts, across parts within this process. Becomes invalid if the process
 * changes, the worker dies or a part is discarded; the object must then be read to get its hash.
 */
export class RunningHash {
  readonly #stream: StreamHash;
  #bytes = 0;
  #isInvalid = false;
  #last: Promise<void> = Promise.resolve();

  constructor(worker: HashWorker) {
    this.#stream = worker.open();
  }

  /** Number of bytes hashed so far; null if the hash is invalid. */
  get hashedBytes(): number | null {
    return this.#isInvalid ? null : this.#bytes;
  }

  /** Hashes the next bytes, which are in shared memory and must not change until this resolves. Never rejects. */
  add(bytes: Buffer): Promise<void> {
    if (this.#isInvalid || bytes.length === 0) return Promise.resolve();
    this.#bytes += bytes.length;
    this.#last = this.#stream.update(bytes).catch(() => this.invalidate());
    return this.#last;
  }

  /** Ends the hash. Returns it in hex; null if it is invalid. */
  async finish(): Promise<string | null> {
    await this.#last;
    if (this.#isInvalid) return null;
    this.#isInvalid = true;
    return await this.#stream.digest().catch(() => null);
  }

  invalidate(): void {
    if (this.#isInvalid) return;
    this.#isInvalid = true;
    this.#stream.drop();
  }
}
