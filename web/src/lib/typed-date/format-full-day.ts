import { type Language, languageTable } from '@medcloud/contract/languages';

/** Returns a format for days without a zone. */
const formatOf = (language: Language, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(languageTable[language].locale, { ...options, timeZone: 'UTC' });

const toDate = (day: string) => new Date(`${day}T00:00:00Z`);

/** Formats `YYYY-MM-DD` with its weekday: `Tuesday 3 November 2026`, «Τρίτη 3 Νοεμβρίου 2026»; short: `Tue 3 Nov 2026`. */
export function formatFullDay(day: string, language: Language, width: 'long' | 'short' = 'long'): string {
  const format = formatOf(language, { weekday: width, day: 'numeric', month: width, year: 'numeric' });
  return format.format(toDate(day)).replaceAll(',', ''); // versions of CLDR differ in the comma
}

/** Formats the month of `YYYY-MM-DD`: `November 2026`, «Νοέμβριος 2026». */
export function formatMonth(day: string, language: Language): string {
  return formatOf(language, { month: 'long', year: 'numeric' }).format(toDate(day));
}

/** Lists the names of the months: `January`, «Ιανουάριος». The year makes it the nominative in Greek. */
export function listMonthNames(language: Language): string[] {
  const format = formatOf(language, { month: 'long', year: 'numeric' });
  return Array.from({ length: 12 }, (_, index) => {
    const parts = format.formatToParts(Date.UTC(2026, index, 1));
    return parts.find(({ type }) => type === 'month')?.value ?? String(index + 1);
  });
}

/** Lists the weekdays from Monday on, short and long: `Mon` and `Monday`. */
export function listWeekdays(language: Language): { short: string; long: string }[] {
  const [short, long] = [formatOf(language, { weekday: 'short' }), formatOf(language, { weekday: 'long' })];
  return Array.from({ length: 7 }, (_, index) => {
    const date = Date.UTC(2026, 5, 1 + index); // 1 June 2026 is a Monday
    return { short: short.format(date), long: long.format(date) };
  });
}
