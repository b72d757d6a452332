import { formatDay } from '@medcloud/contract';
import { startOfDay } from '@medcloud/server/src/platform/time/days.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Days and times counted back from now, in the operator's time zone, so a new demonstration always has recent data. */
export class Calendar {
  readonly now: Date;
  readonly #timeZone: string;
  readonly #today: number;

  constructor(now: Date, timeZone: string) {
    this.now = now;
    this.#timeZone = timeZone;
    this.#today = Date.parse(`${formatDay(timeZone, now)}T00:00:00Z`);
  }

  /** Returns the day `daysAgo` days ago as `YYYY-MM-DD`; negative values are in the future. */
  day(daysAgo: number): string {
    return new Date(this.#today - daysAgo * dayMs).toISOString().slice(0, 10);
  }

  /** Returns the weekday; 0 is Sunday. */
  weekday(daysAgo: number): number {
    return new Date(this.#today - daysAgo * dayMs).getUTCDay();
  }

  /** Returns a time of day `daysAgo` days ago; 9.5 is half past nine. */
  at(daysAgo: number, hour: number): Date {
    return new Date(startOfDay(this.#timeZone, this.day(daysAgo)).getTime() + hour * 60 * minuteMs);
  }

  minutesAgo(minutes: number): Date {
    return new Date(this.now.getTime() - minutes * minuteMs);
  }
}

/** Returns the instant `minutes` later. */
export function addMinutes(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * minuteMs);
}
