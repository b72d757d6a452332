/** How long ago, or how far ahead, in the unit a person would use. The words are in `text/`. */
export interface Distance {
  unit: 'now' | 'minute' | 'hour' | 'day' | 'month' | 'year';
  count: number;
  isAhead: boolean;
}

// Seconds. Above the last step of a unit the next one is used; months and years are the mean ones of the Gregorian calendar.
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const month = 30.44 * day;
const year = 365.25 * day;

function countUnits(seconds: number): Pick<Distance, 'unit' | 'count'> {
  if (seconds < minute) return { unit: 'now', count: 0 };
  if (seconds < hour) return { unit: 'minute', count: Math.floor(seconds / minute) };
  if (seconds < day) return { unit: 'hour', count: Math.floor(seconds / hour) };
  if (seconds < 60 * day) return { unit: 'day', count: Math.floor(seconds / day) };
  if (seconds < 2 * year) return { unit: 'month', count: Math.floor(seconds / month) };
  return { unit: 'year', count: Math.floor(seconds / year) };
}

/** The distance between two moments in milliseconds since 1970. Counts down, never up: 59 s are not a minute. */
export function timeDistance(moment: number, now: number): Distance {
  return { ...countUnits(Math.abs(moment - now) / 1000), isAhead: moment > now };
}

/** `0:42`, `12:05`: what is left of a countdown, from whole or broken seconds; never below zero. */
export function formatCountdown(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(wholeSeconds / 60)}:${String(wholeSeconds % 60).padStart(2, '0')}`;
}
