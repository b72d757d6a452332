import { setTimeout as wait } from 'node:timers/promises';

const quietMs = 250;
const pollMs = 50;
const maxWaitMs = 60_000;

/** Knows whether this node indexes exams now, so that the encoding of frames does not delay them. */
export class IndexingActivity {
  #running = 0;
  #endedAt = Number.NEGATIVE_INFINITY;

  /** Runs the indexing of one exam. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#endedAt = performance.now();
    }
  }

  /** Resolves once no exam has been indexed for a quarter of a second, after a minute, or when the signal aborts. */
  async waitUntilQuiet(signal: AbortSignal): Promise<void> {
    const deadline = performance.now() + maxWaitMs;
    while (!signal.aborted && performance.now() < deadline && !this.#isQuiet()) await wait(pollMs);
  }

  #isQuiet(): boolean {
    return this.#running === 0 && performance.now() - this.#endedAt >= quietMs;
  }
}
