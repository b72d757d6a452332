import type { Seeded } from '@medcloud/server/test/phantom/seeded.ts';
import type { Calendar } from '../calendar.ts';

const sunday = 0;
const saturday = 6;

/** A whole number from 0 up to, not including, `below`. */
export function pickIndex(random: Seeded, below: number): number {
  return Math.floor(random.between(0, below));
}

/** An element of a list that is not empty. */
export function pick<T>(random: Seeded, list: readonly T[]): T {
  const picked = list[pickIndex(random, list.length)];
  if (picked === undefined) throw new Error('There is nothing to pick from.');
  return picked;
}

/** A moment at which a center works, `from` days ago or later: mornings more than afternoons, Saturdays until two, no Sunday. */
export function pickWorkingTime(random: Seeded, calendar: Calendar, from: number): Date {
  const daysAgo = skipSunday(calendar, pickDaysAgo(random, from));
  const isMorning = calendar.weekday(daysAgo) === saturday || random.between(0, 1) < 0.62;
  return calendar.at(daysAgo, isMorning ? random.between(8.2, 13.6) : random.between(15, 20.4));
}

/** A moment at which a doctor reads: some between patients, more in the evening. */
export function pickReadingTime(random: Seeded, calendar: Calendar, from: number): Date {
  const daysAgo = pickDaysAgo(random, from);
  return calendar.at(daysAgo, random.between(0, 1) < 0.4 ? random.between(8.5, 14) : random.between(17, 22.5));
}

/** From 1 to `from`, more of late than long ago: the portal is used more from month to month. */
function pickDaysAgo(random: Seeded, from: number): number {
  const roll = random.between(0, 1);
  return 1 + Math.floor(Math.max(1, from) * roll * Math.sqrt(roll));
}

function skipSunday(calendar: Calendar, daysAgo: number): number {
  return calendar.weekday(daysAgo) === sunday ? daysAgo + 1 : daysAgo;
}
