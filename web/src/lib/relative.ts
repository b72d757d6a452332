/** A distance in time, in a readable unit. The texts are in `text/`. */
export interface Distance {
  unit: 'now' | 'minute' | 'hour' | 'day' | 'month' | 'year';
  count: number;
  isAhead: boolean;
}

// Seconds. Months and years have the mean length of the Gregorian calendar.
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

/** Returns the distance between two moments in milliseconds since 1970. Rounds down: 59 s are not a minute. */
export function timeDistance(moment: number, now: number): Distance {
  return { ...countUnits(Math.abs(moment - now) / 1000), isAhead: moment > now };
}

/** Formats the remaining seconds of a countdown as `0:42` or `12:05`. Rounds fractions up; never below zero. */
export function formatCountdown(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}
