/**
 * Limits the steps of work in one round of the thread's event loop. At most `maxPerRound` callers proceed per round;
 * the others wait in FIFO order. Other tasks of the loop wait for at most that many steps, with any number of callers.
 * A waiting caller accepts no further input.
 */
export class EventLoopLimiter {
  readonly #maxPerRound: number;
  readonly #waiting: (() => void)[] = [];
  #acquiredCount = 0;
  #isScheduled = false;

  constructor(maxPerRound: number) {
    this.#maxPerRound = maxPerRound;
  }

  /** Resolves when the caller may do one step. */
  async acquire(): Promise<void> {
    this.#scheduleRound();
    if (this.#acquiredCount >= this.#maxPerRound) return await new Promise((resolve) => this.#waiting.push(resolve));
    this.#acquiredCount += 1;
  }

  #scheduleRound(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#startRound());
  }

  #startRound(): void {
    this.#isScheduled = false;
    const next = this.#waiting.splice(0, this.#maxPerRound);
    this.#acquiredCount = next.length;
    if (next.length > 0) this.#scheduleRound();
    for (const resume of next) resume();
  }
}
