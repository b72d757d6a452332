import type { Clock } from '../../../platform/time/clock.ts';
import type { AppContext } from '../../core/context.ts';
import { enqueueFrameEncoding } from '../enqueue-exams-to-index.ts';

// Without space, or if no frame becomes smaller, the job has no effect.
const intervalMs = 3_600_000;
const maxEntries = 10_000;

/** Enqueues encoding of frames that were requested as HTJ2K but had been evicted: at most once an hour per exam. */
export class MissingFrames {
  readonly #context: Pick<AppContext, 'db' | 'queue'>;
  readonly #clock: Clock;
  readonly #requestedAt = new Map<string, number>();

  constructor(context: Pick<AppContext, 'db' | 'queue'>, clock: Clock) {
    this.#context = context;
    this.#clock = clock;
  }

  /** Reports that frames of this exam were not in the cache. */
  async report(examId: string): Promise<void> {
    const now = this.#clock.now().getTime();
    this.#removeExpired(now);
    if (this.#requestedAt.has(examId)) return;
    this.#requestedAt.set(examId, now);
    await enqueueFrameEncoding(this.#context, examId);
  }

  /** Entries are in order of time, oldest first. */
  #removeExpired(now: number): void {
    for (const [examId, requestedAt] of this.#requestedAt) {
      if (now - requestedAt < intervalMs && this.#requestedAt.size < maxEntries) return;
      this.#requestedAt.delete(examId);
    }
  }
}
