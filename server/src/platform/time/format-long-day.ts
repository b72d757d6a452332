import { inEachLanguage, type Language, languageTable } from '@medcloud/contract/languages';

/** Made once: making one took fifty times as long as formatting. */
const formats = inEachLanguage(
  (language) => new Intl.DateTimeFormat(languageTable[language].locale, { dateStyle: 'long', timeZone: 'UTC' }),
);

/** Formats a day `2026-12-07` with the month's name: `7 December 2026`, `7 Δεκεμβρίου 2026`. */
export function formatLongDay(day: string, language: Language): string {
  return formats[language].format(new Date(day));
}
