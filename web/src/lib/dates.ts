import { type Language, locales } from './language.ts';

type Moment = string | Date;

const two = (value: number) => String(value).padStart(2, '0');

// To make one takes a hundred times as long as to use it, and a list writes hundreds of days. All are of UTC: the reader may travel.
const kept = new Map<string, Intl.DateTimeFormat>();

/** Writes days without a zone. */
function dayFormat(locale: string, month: 'numeric' | 'short' | 'long'): Intl.DateTimeFormat {
  const key = `${locale} ${month}`;
  const format =
    kept.get(key) ?? new Intl.DateTimeFormat(locale, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' });
  kept.set(key, format);
  return format;
}

/** A moment's day in the reader's own zone. */
export function showDate(moment: Moment, language: Language): string {
  return showDay(dayOf(moment), language);
}

/**
 * A day without a zone, `YYYY-MM-DD`: dates of birth and exam dates are the same day everywhere. English days read `14 Sep 2026`
 * (the three-letter months are CLDR's American ones), Greek days `14/9/2026`.
 */
export function showDay(day: string, language: Language): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (language === 'el') return dayFormat(locales.el, 'numeric').format(date);
  const parts = dayFormat('en-US', 'short').formatToParts(date);
  return (['day', 'month', 'year'] as const).map((name) => parts.find(({ type }) => type === name)?.value).join(' ');
}

/** A day without a zone written out, `21 December 2026`, «21 Δεκεμβρίου 2026»: for decisions. */
export function showLongDay(day: string, language: Language): string {
  return dayFormat(locales[language], 'long').format(new Date(`${day}T00:00:00Z`));
}

/** Hours and minutes in the reader's zone, 24 hours in both languages. */
export function showTime(moment: Moment): string {
  const date = new Date(moment);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Day and time, `21 Nov 2026, 10:58`. */
export function showDateTime(moment: Moment, language: Language): string {
  return `${showDate(moment, language)}, ${showTime(moment)}`;
}

/** Hours, minutes and seconds: when figures were read. */
export function showClock(moment: Moment): string {
  return `${showTime(moment)}:${two(new Date(moment).getSeconds())}`;
}

/** Day and time with seconds: what hovering over a relative time shows. */
export function showExact(moment: Moment, language: Language): string {
  return `${showDate(moment, language)}, ${showClock(moment)}`;
}

/** The reader's own day of a moment as `YYYY-MM-DD`, for date fields. */
export function dayOf(moment: Moment): string {
  const date = new Date(moment);
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Whole years from a birth day to another day, both `YYYY-MM-DD`. */
export function yearsBetween(birth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4));
  return day.slice(5) < birth.slice(5) ? years - 1 : years;
}

// Zones had other seasons in 1970, and then other names.
const todaysRules = Date.UTC(2026, 0, 1);

/** A time zone by its name in words, whatever the season: `Eastern European Time`, «Ώρα Ανατολικής Ευρώπης». */
export function showZone(timeZone: string, language: Language): string {
  const format = new Intl.DateTimeFormat(locales[language], { timeZone, timeZoneName: 'longGeneric' });
  const parts = format.formatToParts(todaysRules);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
