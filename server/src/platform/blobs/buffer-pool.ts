/** Keeps buffers of one size for reuse. Without it, every small object costs a new allocation. */
export class BufferPool {
  readonly #free: Buffer[] = [];
  readonly #create: () => Buffer;
  readonly #maxIdle: number;

  /** `maxIdle`: number of idle buffers to keep. The garbage collector takes the rest. */
  constructor(create: () => Buffer, maxIdle: number) {
    this.#create = create;
    this.#maxIdle = maxIdle;
  }

  /** Returns a buffer that still holds its last user's bytes: write before reading. */
  acquire(): Buffer {
    return this.#free.pop() ?? this.#create();
  }

  release(buffer: Buffer): void {
    if (this.#free.length < this.#maxIdle) this.#free.push(buffer);
  }
}
