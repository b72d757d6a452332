import { type Language, languageTable } from '@medcloud/contract/languages';

type Moment = string | Date;

const twoDigits = (value: number) => String(value).padStart(2, '0');

// Creating a format takes a hundred times as long as using it, and a list formats hundreds of days. All use UTC: a
// format in the local zone would be wrong after the user changes zones.
const formatCache = new Map<string, Intl.DateTimeFormat>();

/** Returns a cached format for days without a zone. */
function getDayFormat(locale: string, month: 'numeric' | 'short' | 'long'): Intl.DateTimeFormat {
  const key = `${locale} ${month}`;
  const format =
    formatCache.get(key) ??
    new Intl.DateTimeFormat(locale, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' });
  formatCache.set(key, format);
  return format;
}

/** Formats the day of a moment in the user's zone. */
export function formatDate(moment: Moment, language: Language): string {
  return formatDay(dayOf(moment), language);
}

/**
 * Formats a day without a zone, `YYYY-MM-DD`: dates of birth and exam dates are the same day in every zone.
 * English: `14 Sep 2026`, with CLDR's American months of three letters. Other languages: as `14/9/2026` in Greek.
 */
export function formatDay(day: string, language: Language): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (language !== 'en') return getDayFormat(languageTable[language].locale, 'numeric').format(date);
  const parts = getDayFormat('en-US', 'short').formatToParts(date);
  return (['day', 'month', 'year'] as const).map((name) => parts.find(({ type }) => type === name)?.value).join(' ');
}

/** Formats a day without a zone as `21 December 2026`, «21 Δεκεμβρίου 2026», for decisions. */
export function formatLongDay(day: string, language: Language): string {
  return getDayFormat(languageTable[language].locale, 'long').format(new Date(`${day}T00:00:00Z`));
}

/** Formats hours and minutes in the user's zone, with 24 hours in every language. */
export function formatTime(moment: Moment): string {
  const date = new Date(moment);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** Formats day and time: `21 Nov 2026, 10:58`. */
export function formatDateTime(moment: Moment, language: Language): string {
  return `${formatDate(moment, language)}, ${formatTime(moment)}`;
}

/** Formats hours, minutes and seconds: when figures were read. */
export function formatClock(moment: Moment): string {
  return `${formatTime(moment)}:${twoDigits(new Date(moment).getSeconds())}`;
}

/** Formats day and time with seconds, for the tooltip of a relative time. */
export function formatExact(moment: Moment, language: Language): string {
  return `${formatDate(moment, language)}, ${formatClock(moment)}`;
}

/** Returns a moment's day in the user's zone as `YYYY-MM-DD`, for date fields. */
export function dayOf(moment: Moment): string {
  const date = new Date(moment);
  return `${String(date.getFullYear()).padStart(4, '0')}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** Returns a moment in the user's zone as `YYYY-MM-DDTHH:MM`, for fields of day and time. */
export function toLocalTime(moment: Moment): string {
  return `${dayOf(moment)}T${formatTime(moment)}`;
}

/** Returns the full years from a birth day to another day, both `YYYY-MM-DD`. */
export function yearsBetween(birth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4));
  return day.slice(5) < birth.slice(5) ? years - 1 : years;
}

// A fixed date: in 1970 zones had other daylight saving rules and so other names.
const referenceDate = Date.UTC(2026, 0, 1);

/** Returns a time zone's name, independent of the season: `Eastern European Time`, «Ώρα Ανατολικής Ευρώπης». */
export function formatZone(timeZone: string, language: Language): string {
  const format = new Intl.DateTimeFormat(languageTable[language].locale, { timeZone, timeZoneName: 'longGeneric' });
  const parts = format.formatToParts(referenceDate);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
