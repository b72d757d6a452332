import { dayOf } from '../../lib/dates.ts';

/** The last day, `YYYY-MM-DD` in the reader's zone, of so many days from a moment. The portal counts whole days from the moment of the answer. */
export function endDay(from: Date, days: number): string {
  const end = new Date(from);
  end.setDate(end.getDate() + days);
  return dayOf(end);
}

/** Where a moment lies from here: the words of the log say "today" and "yesterday". */
export function dayDistance(moment: Date, now: Date): 'today' | 'yesterday' | 'before' {
  if (dayOf(moment) === dayOf(now)) return 'today';
  return dayOf(moment) === endDay(now, -1) ? 'yesterday' : 'before';
}
