/**
 * Turns at the thread's event loop, for work in small steps: of all who have one ready only so many get a turn while the loop goes round
 * once, and the rest waits in line for its next rounds. So whoever else waits for the loop waits for that many steps, however many
 * work; and a worker in line takes no more in.
 */
export class EventLoopLimiter {
  readonly #maxPerRound: number;
  readonly #waiting: (() => void)[] = [];
  #acquiredCount = 0;
  #isScheduled = false;

  /** `most`: turns in one round. */
  constructor(maxPerRound: number) {
    this.#maxPerRound = maxPerRound;
  }

  /** Resolves when it is the caller's turn for one step. */
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
