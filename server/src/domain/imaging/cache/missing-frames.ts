import type { Clock } from '../../../platform/time/clock.ts';
import type { AppContext } from '../../core/context.ts';
import { enqueueFrameEncoding } from '../enqueue-exams-to-index.ts';

// Where there is no room, or nothing that becomes smaller, the job is asked for in vain.
const intervalMs = 3_600_000;
const maxEntries = 10_000;

/** Has frames made again that somebody wanted as HTJ2K and that had given way to others: once an hour for an exam. */
export class MissingFrames {
  readonly #context: Pick<AppContext, 'db' | 'queue'>;
  readonly #clock: Clock;
  readonly #requestedAt = new Map<string, number>();

  constructor(context: Pick<AppContext, 'db' | 'queue'>, clock: Clock) {
    this.#context = context;
    this.#clock = clock;
  }

  /** Frames of this exam were not in the cache. */
  async report(examId: string): Promise<void> {
    const now = this.#clock.now().getTime();
    this.#removeExpired(now);
    if (this.#requestedAt.has(examId)) return;
    this.#requestedAt.set(examId, now);
    await enqueueFrameEncoding(this.#context, examId);
  }

  /** The oldest come first. */
  #removeExpired(now: number): void {
    for (const [examId, requestedAt] of this.#requestedAt) {
      if (now - requestedAt < intervalMs && this.#requestedAt.size < maxEntries) return;
      this.#requestedAt.delete(examId);
    }
  }
}
