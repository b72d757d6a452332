/**
 * Turns at the thread's event loop, for work in small steps: of all who have one ready only so many get a turn while the loop goes round
 * once, and the rest waits in line for its next rounds. So whoever else waits for the loop waits for that many steps, however many
 * work; and a worker in line takes no more in.
 */
export class LoopTurns {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;
  #isBooked = false;

  /** `most`: turns in one round. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Resolves when it is the caller's turn for one step. */
  async take(): Promise<void> {
    this.#book();
    if (this.#taken >= this.#most) return await new Promise((resolve) => this.#waiting.push(resolve));
    this.#taken += 1;
  }

  #book(): void {
    if (this.#isBooked) return;
    this.#isBooked = true;
    setImmediate(() => this.#beginRound());
  }

  #beginRound(): void {
    this.#isBooked = false;
    const next = this.#waiting.splice(0, this.#most);
    this.#taken = next.length;
    if (next.length > 0) this.#book();
    for (const go of next) go();
  }
}
