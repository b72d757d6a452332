/** Buffers of one size, kept for the next writer: without it every small object would cost a fresh allocation. */
export class BufferShelf {
  readonly #free: Buffer[] = [];
  readonly #make: () => Buffer;
  readonly #kept: number;

  /** `kept`: how many idle buffers stay; more are left to the collector. */
  constructor(make: () => Buffer, kept: number) {
    this.#make = make;
    this.#kept = kept;
  }

  /** A buffer with whatever its last user left in it: write before reading. */
  take(): Buffer {
    return this.#free.pop() ?? this.#make();
  }

  give(buffer: Buffer): void {
    if (this.#free.length < this.#kept) this.#free.push(buffer);
  }
}
