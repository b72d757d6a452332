import { formatDay } from '@medcloud/contract';
import { startOfDay } from '@medcloud/server/src/platform/time/days.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Days and hours counted back from now, in the operator's zone, so that the demonstration is never old when it is made. */
export class Calendar {
  readonly now: Date;
  readonly #timeZone: string;
  readonly #today: number;

  constructor(now: Date, timeZone: string) {
    this.now = now;
    this.#timeZone = timeZone;
    this.#today = Date.parse(`${formatDay(timeZone, now)}T00:00:00Z`);
  }

  /** `YYYY-MM-DD`, so many days ago; less than 0 is to come. */
  day(daysAgo: number): string {
    return new Date(this.#today - daysAgo * dayMs).toISOString().slice(0, 10);
  }

  /** 0 is Sunday. */
  weekday(daysAgo: number): number {
    return new Date(this.#today - daysAgo * dayMs).getUTCDay();
  }

  /** So many days ago at a time of day, such as 9.5 for half past nine. */
  at(daysAgo: number, hour: number): Date {
    return new Date(startOfDay(this.#timeZone, this.day(daysAgo)).getTime() + hour * 60 * minuteMs);
  }

  minutesAgo(minutes: number): Date {
    return new Date(this.now.getTime() - minutes * minuteMs);
  }
}

/** A moment so many minutes later. */
export function addMinutes(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * minuteMs);
}
