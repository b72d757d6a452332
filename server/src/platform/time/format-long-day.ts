import { type Language, languageTable } from '@medcloud/contract/languages';

/** Formats a day `2026-12-07` with the month's name: `7 December 2026`, `7 Δεκεμβρίου 2026`. */
export function formatLongDay(day: string, language: Language): string {
  const options = { dateStyle: 'long', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(languageTable[language].locale, options).format(new Date(day));
}
