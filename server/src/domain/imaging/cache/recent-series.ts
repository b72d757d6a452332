import type { RowScope } from '../../../platform/db/row-scope.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { OpenSeries } from '../open-series.ts';
import type { SeriesAddress } from '../reads.ts';

const maxAgeMs = 5_000;
const maxEntries = 500;

/**
 * Series that sessions opened within the last five seconds: where their bytes lie and what opens them, so that the next image
 * of a scroll costs a question about one table, and not about six. It says nothing of who may look: whoever takes a series
 * from here asks the database first, for each request. A series that is prepared anew is found as it was for so long: its
 * original lies where it lay, and what was made of it may be gone.
 */
export class RecentSeries {
  readonly #clock: Clock;
  readonly #entries = new Map<string, { readonly series: OpenSeries; readonly openedAt: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  find(scope: RowScope, address: SeriesAddress): OpenSeries | undefined {
    this.#removeExpired();
    return this.#entries.get(keyOf(scope, address))?.series;
  }

  set(scope: RowScope, address: SeriesAddress, series: OpenSeries): void {
    const key = keyOf(scope, address);
    this.#entries.delete(key);
    this.#entries.set(key, { series, openedAt: this.#clock.now().getTime() });
    this.#removeExpired();
  }

  /** The oldest come first: no key stays longer than it serves. */
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
