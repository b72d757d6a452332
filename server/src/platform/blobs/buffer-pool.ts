/** Buffers of one size, kept for the next writer: without it every small object would cost a fresh allocation. */
export class BufferPool {
  readonly #free: Buffer[] = [];
  readonly #create: () => Buffer;
  readonly #maxIdle: number;

  /** `kept`: how many idle buffers stay; more are left to the collector. */
  constructor(create: () => Buffer, maxIdle: number) {
    this.#create = create;
    this.#maxIdle = maxIdle;
  }

  /** A buffer with whatever its last user left in it: write before reading. */
  acquire(): Buffer {
    return this.#free.pop() ?? this.#create();
  }

  release(buffer: Buffer): void {
    if (this.#free.length < this.#maxIdle) this.#free.push(buffer);
  }
}
