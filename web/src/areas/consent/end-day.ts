import { dayOf } from '../../lib/dates.ts';

/**
 * Returns the last day, `YYYY-MM-DD` in the reader's time zone, of `days` days from a moment. The server counts whole
 * days from the moment of the answer.
 */
export function endDay(from: Date, days: number): string {
  const end = new Date(from);
  end.setDate(end.getDate() + days);
  return dayOf(end);
}

/** Returns whether a moment is today, yesterday or earlier. The access log has texts for the first two. */
export function dayDistance(moment: Date, now: Date): 'today' | 'yesterday' | 'before' {
  if (dayOf(moment) === dayOf(now)) return 'today';
  return dayOf(moment) === endDay(now, -1) ? 'yesterday' : 'before';
}
