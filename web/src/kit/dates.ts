import { type Language, locales } from './language.ts';

type Moment = string | Date;

function part(date: Date, options: Intl.DateTimeFormatOptions, locale: string): string {
  return new Intl.DateTimeFormat(locale, options).format(date);
}

/** English days read `14 Sep 2026` (the three-letter months are CLDR's American ones), Greek days `14/9/2026`. */
function writeDay(date: Date, language: Language, timeZone: string | undefined): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  if (language === 'el') return part(date, { day: 'numeric', month: 'numeric', year: 'numeric', ...zone }, locales.el);
  const day = part(date, { day: 'numeric', ...zone }, 'en-US');
  const month = part(date, { month: 'short', ...zone }, 'en-US');
  return `${day} ${month} ${part(date, { year: 'numeric', ...zone }, 'en-US')}`;
}

/** A moment's day in the reader's own zone. */
export function showDate(moment: Moment, language: Language): string {
  return writeDay(new Date(moment), language, undefined);
}

/** A day without a zone, `YYYY-MM-DD`: dates of birth and exam dates are the same day everywhere. */
export function showDay(day: string, language: Language): string {
  return writeDay(new Date(`${day}T00:00:00Z`), language, 'UTC');
}

/** A day without a zone written out, `21 December 2026`, «21 Δεκεμβρίου 2026»: for decisions. */
export function showLongDay(day: string, language: Language): string {
  const options = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return part(new Date(`${day}T00:00:00Z`), options, locales[language]);
}

/** Hours and minutes in the reader's zone, 24 hours in both languages. */
export function showTime(moment: Moment, language: Language): string {
  return part(new Date(moment), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, locales[language]);
}

/** Day and time, `21 Nov 2026, 10:58`. */
export function showDateTime(moment: Moment, language: Language): string {
  return `${showDate(moment, language)}, ${showTime(moment, language)}`;
}

/** Hours, minutes and seconds: when figures were read. */
export function showClock(moment: Moment, language: Language): string {
  const seconds = part(new Date(moment), { second: '2-digit' }, 'en-US').padStart(2, '0');
  return `${showTime(moment, language)}:${seconds}`;
}

/** Day and time with seconds: what hovering over a relative time shows. */
export function showExact(moment: Moment, language: Language): string {
  return `${showDate(moment, language)}, ${showClock(moment, language)}`;
}

/** The reader's own day of a moment as `YYYY-MM-DD`, for date fields. */
export function dayOf(moment: Moment): string {
  const date = new Date(moment);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
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
