/** Source of time, passed as an argument. Only `create-app.ts` uses the system clock. */
export interface Clock {
  now(): Date;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that a test can advance and freeze: the machine's time plus an offset in milliseconds. */
export class ShiftableClock implements Clock {
  #offsetMs = 0;
  #frozenAtMs: number | null = null;

  get offsetMs(): number {
    return this.#frozenAtMs === null ? this.#offsetMs : this.#frozenAtMs - Date.now();
  }

  now(): Date {
    return new Date(this.#frozenAtMs ?? Date.now() + this.#offsetMs);
  }

  advance(ms: number): void {
    if (this.#frozenAtMs === null) this.#offsetMs += ms;
    else this.#frozenAtMs += ms;
  }

  /** Stops the clock; only `advance` moves it. The database follows by the offset of each transaction. */
  freeze(): void {
    this.#frozenAtMs ??= this.now().getTime();
  }

  /** Lets the clock run again from its frozen time. */
  unfreeze(): void {
    this.#offsetMs = this.offsetMs;
    this.#frozenAtMs = null;
  }

  reset(): void {
    this.#offsetMs = 0;
    this.#frozenAtMs = null;
  }
}
