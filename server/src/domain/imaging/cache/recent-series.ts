import type { RowScope } from '../../../platform/db/row-scope.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { OpenSeries } from '../open-series.ts';
import type { SeriesAddress } from '../reads.ts';

const maxAgeMs = 5_000;
const maxEntries = 500;

/**
 * Series that sessions opened in the last five seconds, with their positions and keys. The next image of a scroll then
 * queries one table instead of about six. The cache grants no access: callers check the database for each request
 * first. A reindexed series is found as it was for up to five seconds: its original is unchanged, but derived objects
 * may be gone.
 */
export class RecentSeries {
  readonly #clock: Clock;
  readonly #entries = new Map<string, { readonly series: Promise<OpenSeries>; readonly openedAt: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Also finds one that is still being opened. Rejects as its opening does. */
  find(scope: RowScope, address: SeriesAddress): Promise<OpenSeries> | undefined {
    this.#removeExpired();
    return this.#entries.get(keyOf(scope, address))?.series;
  }

  /** Opens a series with `read`. Concurrent requests find it, and wait for the same reading. */
  async open(scope: RowScope, address: SeriesAddress, read: () => Promise<OpenSeries>): Promise<OpenSeries> {
    const key = keyOf(scope, address);
    const series = read();
    const entry = { series, openedAt: this.#clock.now().getTime() };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    this.#removeExpired();
    try {
      return await series;
    } catch (error) {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
      throw error;
    }
  }

  /** Entries are in order of time, oldest first, so no key stays longer than it is used. */
  #removeExpired(): void {
    const now = this.#clock.now().getTime();
    for (const [key, { openedAt }] of this.#entries) {
      if (now - openedAt < maxAgeMs && this.#entries.size <= maxEntries) return;
      this.#entries.delete(key);
    }
  }
}

function keyOf({ session }: RowScope, { examId, studyUid, seriesUid }: SeriesAddress): string {
  return `${session} ${examId} ${studyUid} ${seriesUid}`;
}
