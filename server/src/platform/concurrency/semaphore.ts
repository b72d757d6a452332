/** Work of which so many run at once; the rest waits in the order in which it came. */
export class Semaphore {
  readonly #maxConcurrent: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(maxConcurrent: number) {
    this.#maxConcurrent = maxConcurrent;
  }

  /** How many wait. */
  get waitingCount(): number {
    return this.#waiting.length;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#maxConcurrent) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      // the place passes straight to the next in line, so that nobody slips in between
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
