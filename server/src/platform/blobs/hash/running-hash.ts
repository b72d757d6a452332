import type { HashWorker, StreamHash } from './hash-worker.ts';

/**
 * The SHA-256 of an object that comes in parts, carried on from one to the next within this process. Where it cannot be
 * (the process is another, the thread died, a part was thrown away) it is lost, and whoever wants it reads the object.
 */
export class RunningHash {
  readonly #stream: StreamHash;
  #bytes = 0;
  #isInvalid = false;
  #last: Promise<void> = Promise.resolve();

  constructor(worker: HashWorker) {
    this.#stream = worker.open();
  }

  /** Up to where the object is hashed; null once it is lost. */
  get hashedBytes(): number | null {
    return this.#isInvalid ? null : this.#bytes;
  }

  /** Hashes what comes next; `bytes`, in shared memory, must stay as they are until this resolves. It never rejects. */
  add(bytes: Buffer): Promise<void> {
    if (this.#isInvalid || bytes.length === 0) return Promise.resolve();
    this.#bytes += bytes.length;
    this.#last = this.#stream.update(bytes).catch(() => this.invalidate());
    return this.#last;
  }

  /** The hash in hex, null where it is lost; ends it. */
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
