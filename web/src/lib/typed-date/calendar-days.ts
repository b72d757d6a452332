// Days are `YYYY-MM-DD`, compared as text and calculated in UTC, so no zone or summer time moves them.

const toDate = (day: string) => new Date(`${day}T00:00:00Z`);
const toDay = (date: Date) => date.toISOString().slice(0, 10);

/** Adds days to a day. */
export function addDays(day: string, count: number): string {
  const date = toDate(day);
  date.setUTCDate(date.getUTCDate() + count);
  return toDay(date);
}

/** Adds months to a day. The 31st becomes the last day of a shorter month. */
export function addMonths(day: string, count: number): string {
  const date = toDate(day);
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(dayOfMonth, lastDay));
  return toDay(date);
}

/** Returns the day's place in its week: 0 for Monday, 6 for Sunday. */
export function weekdayOf(day: string): number {
  return (toDate(day).getUTCDay() + 6) % 7;
}

/** Returns the day, or the nearest one from `min` to `max`. */
export function clampDay(day: string, min: string, max: string): string {
  if (day < min) return min;
  return day > max ? max : day;
}

/** Lists the weeks of a day's month, from Monday on. Null stands for days of other months. */
export function listWeeks(day: string): (string | null)[][] {
  const first = `${day.slice(0, 7)}-01`;
  const dayCount = Number(addDays(addMonths(first, 1), -1).slice(8));
  const days = Array.from({ length: dayCount }, (_, index) => addDays(first, index));
  const cells = [...Array.from({ length: weekdayOf(first) }, () => null), ...days];
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, index) => cells[week * 7 + index] ?? null),
  );
}

/** Returns the day that a key of the calendar moves to, or undefined for other keys (WAI-ARIA date picker dialog). */
export function moveDay(day: string, key: string, isShift: boolean): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekdayOf(day));
    case 'End':
      return addDays(day, 6 - weekdayOf(day));
    case 'PageUp':
      return addMonths(day, isShift ? -12 : -1);
    case 'PageDown':
      return addMonths(day, isShift ? 12 : 1);
    default:
      return undefined;
  }
}
