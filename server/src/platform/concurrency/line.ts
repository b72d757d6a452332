/** Work of which so many run at once; the rest waits in the order in which it came. */
export class Line {
  readonly #atOnce: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** How many wait. */
  get length(): number {
    return this.#waiting.length;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
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
