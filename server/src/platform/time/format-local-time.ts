const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;

// Creating a format takes a hundred times as long as using it, and a report has thousands of times.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string, kind: 'day' | 'time' | 'written'): Intl.DateTimeFormat {
  const key = `${kind} ${timeZone}`;
  const options = kind === 'day' ? parts : { ...parts, ...clock };
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(kind === 'written' ? 'en-GB' : 'sv-SE', { ...options, timeZone });
  formats.set(key, format);
  return format;
}

/** Formats the local day of an instant as `2026-11-27`. */
export const formatLocalDay = (instant: string, timeZone: string): string =>
  formatOf(timeZone, 'day').format(new Date(instant));

/** Formats an instant's local time as `2026-11-27 18:05:09`. */
export const formatLocalTime = (instant: string, timeZone: string): string =>
  formatOf(timeZone, 'time').format(new Date(instant));

/** Formats an instant's local time as `27/11/2026, 18:05:09`, day first as in every screen. */
export const formatWrittenTime = (instant: string, timeZone: string): string =>
  formatOf(timeZone, 'written').format(new Date(instant));

/** Formats a day `2026-11-27` as `27/11/2026`. */
export const formatWrittenDay = (day: string): string => day.split('-').toReversed().join('/');
