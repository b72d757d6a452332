import type { RowScope } from '../../platform/db/row-scope.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { OpenSeries } from './open-series.ts';
import type { SeriesAsked } from './read-store.ts';

const keptMs = 5_000;
const mostKept = 500;

/**
 * Series that sessions opened within the last five seconds: where their bytes lie and what opens them, so that the next image
 * of a scroll costs a question about one table, and not about six. It says nothing of who may look: whoever takes a series
 * from here asks the database first, for each request. A series that is prepared anew is found as it was for so long: its
 * original lies where it lay, and what was made of it may be gone.
 */
export class RecentSeries {
  readonly #clock: Clock;
  readonly #kept = new Map<string, { readonly series: OpenSeries; readonly openedAt: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  find(scope: RowScope, asked: SeriesAsked): OpenSeries | undefined {
    this.#forgetOld();
    return this.#kept.get(nameOf(scope, asked))?.series;
  }

  keep(scope: RowScope, asked: SeriesAsked, series: OpenSeries): void {
    const name = nameOf(scope, asked);
    this.#kept.delete(name);
    this.#kept.set(name, { series, openedAt: this.#clock.now().getTime() });
    this.#forgetOld();
  }

  /** The oldest come first: no key stays longer than it serves. */
  #forgetOld(): void {
    const now = this.#clock.now().getTime();
    for (const [name, { openedAt }] of this.#kept) {
      if (now - openedAt < keptMs && this.#kept.size <= mostKept) return;
      this.#kept.delete(name);
    }
  }
}

function nameOf({ session }: RowScope, { examId, studyUid, seriesUid }: SeriesAsked): string {
  return `${session} ${examId} ${studyUid} ${seriesUid}`;
}
