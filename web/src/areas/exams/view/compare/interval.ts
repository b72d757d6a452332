/** Time between two days: whole years and months, and the days of less than a month. */
export interface Interval {
  readonly years: number;
  readonly months: number;
  /** Only if it is less than a month. */
  readonly days: number;
}

/** Returns the time from one day to a later one, both `YYYY-MM-DD`. */
export function intervalBetween(from: string, to: string): Interval {
  const [start, end] = [new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`)];
  const isDayReached = end.getUTCDate() >= start.getUTCDate() || isLastOfMonth(end);
  const total =
    12 * (end.getUTCFullYear() - start.getUTCFullYear()) +
    end.getUTCMonth() -
    start.getUTCMonth() -
    (isDayReached ? 0 : 1);
  const days = total > 0 ? 0 : Math.round((end.getTime() - start.getTime()) / 86_400_000);
  return { years: Math.floor(total / 12), months: total % 12, days };
}

function isLastOfMonth(day: Date): boolean {
  return new Date(day.getTime() + 86_400_000).getUTCDate() === 1;
}
