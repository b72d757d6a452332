/** Time comes in as an argument: nothing below `create-app.ts` reads the system's clock by itself. */
export interface Clock {
  now(): Date;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that a test can push forward, and hold still: the machine's time plus an offset in milliseconds. */
export class ShiftableClock implements Clock {
  #offsetMs = 0;
  #frozenAtMs: number | null = null;

  get offsetMs(): number {
    return this.#frozenAtMs === null ? this.#offsetMs : this.#frozenAtMs - Date.now();
  }

  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }

  advance(ms: number): void {
    if (this.#frozenAtMs === null) this.#offsetMs += ms;
    else this.#frozenAtMs += ms;
  }

  /** From now on only `advance` moves it, however long the machine takes. The database follows with each transaction's offset. */
  freeze(): void {
    this.#frozenAtMs ??= this.now().getTime();
  }

  /** Moves with the machine's time again, from where it was held. */
  unfreeze(): void {
    this.#offsetMs = this.offsetMs;
    this.#frozenAtMs = null;
  }

  reset(): void {
    this.#offsetMs = 0;
    this.#frozenAtMs = null;
  }
}
