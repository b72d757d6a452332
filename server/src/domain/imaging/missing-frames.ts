import type { Clock } from '../../platform/time/clock.ts';
import type { Portal } from '../portal/portal.ts';
import { enqueueFrames } from './enqueue-unprepared.ts';

// Where there is no room, or nothing that becomes smaller, the job is asked for in vain.
const askEveryMs = 3_600_000;
const mostKept = 10_000;

/** Has frames made again that somebody wanted as HTJ2K and that had given way to others: once an hour for an exam. */
export class MissingFrames {
  readonly #portal: Pick<Portal, 'db' | 'queue'>;
  readonly #clock: Clock;
  readonly #askedAt = new Map<string, number>();

  constructor(portal: Pick<Portal, 'db' | 'queue'>, clock: Clock) {
    this.#portal = portal;
    this.#clock = clock;
  }

  /** Frames of this exam were not in the cache. */
  async note(examId: string): Promise<void> {
    const now = this.#clock.now().getTime();
    this.#forgetOld(now);
    if (this.#askedAt.has(examId)) return;
    this.#askedAt.set(examId, now);
    await enqueueFrames(this.#portal, examId);
  }

  /** The oldest come first. */
  #forgetOld(now: number): void {
    for (const [examId, askedAt] of this.#askedAt) {
      if (now - askedAt < askEveryMs && this.#askedAt.size < mostKept) return;
      this.#askedAt.delete(examId);
    }
  }
}
