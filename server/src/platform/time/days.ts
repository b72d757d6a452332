/** Returns the instant at which a day `YYYY-MM-DD` starts in a time zone, including daylight saving time. */
export function startOfDay(timeZone: string, day: string): Date {
  const midnightUtc = Date.parse(`${day}T00:00:00Z`);
  // Twice, because the offset of the first estimate may be that before or after a change of daylight saving time.
  let instant = midnightUtc - offsetMs(timeZone, midnightUtc);
  instant = midnightUtc - offsetMs(timeZone, instant);
  return new Date(instant);
}

/** Returns the first day of the month of a day, both `YYYY-MM-DD`. */
export function firstOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`;
}

function offsetMs(timeZone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(new Date(at));
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - Math.floor(at / 1000) * 1000;
}

/** Returns the day some days later, or earlier if negative, both `YYYY-MM-DD`. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

export const dayAfter = (day: string) => addDays(day, 1);

const dayMs = 86_400_000;

/** Counts the days from one day to another, both included. */
export const countDays = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1;
