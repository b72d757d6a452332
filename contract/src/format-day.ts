// Cached, because creating a format takes a hundred times as long as using it, and every request needs today's date.
const dayFormats = new Map<string, Intl.DateTimeFormat>();
const lastDays = new Map<string, { minute: number; day: string }>();
const minuteMs = 60_000;

/**
 * Formats the day of an instant in a time zone as `YYYY-MM-DD`. Instants of the last minute are not formatted again,
 * since every request asks for the day.
 */
export function formatDay(timeZone: string, at: Date): string {
  const minute = Math.floor(at.getTime() / minuteMs);
  const last = lastDays.get(timeZone);
  if (last?.minute === minute) return last.day;
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const format = dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, ...parts });
  dayFormats.set(timeZone, format);
  const day = format.format(at);
  lastDays.set(timeZone, { minute, day });
  return day;
}
