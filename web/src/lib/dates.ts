import { type Language, locales } from './language.ts';

type Moment = string | Date;

const twoDigits = (value: number) => String(value).padStart(2, '0');

// To make one takes a hundred times as long as to use it, and a list writes hundreds of days. All are of UTC: the reader may travel.
const formatCache = new Map<string, Intl.DateTimeFormat>();

/** Writes days without a zone. */
function getDayFormat(locale: string, month: 'numeric' | 'short' | 'long'): Intl.DateTimeFormat {
  const key = `${locale} ${month}`;
  const format =
    formatCache.get(key) ??
    new Intl.DateTimeFormat(locale, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' });
  formatCache.set(key, format);
  return format;
}

/** A moment's day in the reader's own zone. */
export function formatDate(moment: Moment, language: Language): string {
  return formatDay(dayOf(moment), language);
}

/**
 * A day without a zone, `YYYY-MM-DD`: dates of birth and exam dates are the same day everywhere. English days read `14 Sep 2026`
 * (the three-letter months are CLDR's American ones), Greek days `14/9/2026`.
 */
export function formatDay(day: string, language: Language): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (language === 'el') return getDayFormat(locales.el, 'numeric').format(date);
  const parts = getDayFormat('en-US', 'short').formatToParts(date);
  return (['day', 'month', 'year'] as const).map((name) => parts.find(({ type }) => type === name)?.value).join(' ');
}

/** A day without a zone written out, `21 December 2026`, «21 Δεκεμβρίου 2026»: for decisions. */
export function formatLongDay(day: string, language: Language): string {
  return getDayFormat(locales[language], 'long').format(new Date(`${day}T00:00:00Z`));
}

/** Hours and minutes in the reader's zone, 24 hours in both languages. */
export function formatTime(moment: Moment): string {
  const date = new Date(moment);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** Day and time, `21 Nov 2026, 10:58`. */
export function formatDateTime(moment: Moment, language: Language): string {
  return `${formatDate(moment, language)}, ${formatTime(moment)}`;
}

/** Hours, minutes and seconds: when figures were read. */
export function formatClock(moment: Moment): string {
  return `${formatTime(moment)}:${twoDigits(new Date(moment).getSeconds())}`;
}

/** Day and time with seconds: what hovering over a relative time shows. */
export function formatExact(moment: Moment, language: Language): string {
  return `${formatDate(moment, language)}, ${formatClock(moment)}`;
}

/** The reader's own day of a moment as `YYYY-MM-DD`, for date fields. */
export function dayOf(moment: Moment): string {
  const date = new Date(moment);
  return `${String(date.getFullYear()).padStart(4, '0')}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** Whole years from a birth day to another day, both `YYYY-MM-DD`. */
export function yearsBetween(birth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4));
  return day.slice(5) < birth.slice(5) ? years - 1 : years;
}

// Zones had other seasons in 1970, and then other names.
const referenceDate = Date.UTC(2026, 0, 1);

/** A time zone by its name in words, whatever the season: `Eastern European Time`, «Ώρα Ανατολικής Ευρώπης». */
export function formatZone(timeZone: string, language: Language): string {
  const format = new Intl.DateTimeFormat(locales[language], { timeZone, timeZoneName: 'longGeneric' });
  const parts = format.formatToParts(referenceDate);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
