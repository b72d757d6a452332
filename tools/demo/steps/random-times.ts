import type { Seeded } from '@medcloud/server/test/phantom/seeded.ts';
import type { Calendar } from '../calendar.ts';

const sunday = 0;
const saturday = 6;

/** Returns an integer from 0 (inclusive) to `below` (exclusive). */
export function pickIndex(random: Seeded, below: number): number {
  return Math.floor(random.between(0, below));
}

/** Returns a random element of a list. Throws if it is empty. */
export function pick<T>(random: Seeded, list: readonly T[]): T {
  const picked = list[pickIndex(random, list.length)];
  if (picked === undefined) throw new Error('The list is empty.');
  return picked;
}

/**
 * Returns a time in a center's opening hours, at most `from` days ago: mostly mornings, Saturdays until two, no
 * Sundays.
 */
export function pickWorkingTime(random: Seeded, calendar: Calendar, from: number): Date {
  const daysAgo = skipSunday(calendar, pickDaysAgo(random, from));
  const isMorning = calendar.weekday(daysAgo) === saturday || random.between(0, 1) < 0.62;
  return calendar.at(daysAgo, isMorning ? random.between(8.2, 13.6) : random.between(15, 20.4));
}

/** Returns a time at which a doctor reads exams: sometimes between patients, mostly in the evening. */
export function pickReadingTime(random: Seeded, calendar: Calendar, from: number): Date {
  const daysAgo = pickDaysAgo(random, from);
  return calendar.at(daysAgo, random.between(0, 1) < 0.4 ? random.between(8.5, 14) : random.between(17, 22.5));
}

/** Returns 1 to `from` days, recent ones more often, because use of the portal grows over the year. */
function pickDaysAgo(random: Seeded, from: number): number {
  const roll = random.between(0, 1);
  return 1 + Math.floor(Math.max(1, from) * roll * Math.sqrt(roll));
}

function skipSunday(calendar: Calendar, daysAgo: number): number {
  return calendar.weekday(daysAgo) === sunday ? daysAgo + 1 : daysAgo;
}
