/** The two languages, as codes of `<html lang>` and storage. The switch shows EN and GR. */
export const languages = ['en', 'el'] as const;
export type Language = (typeof languages)[number];

/** Both write the day first; `en-GB` is European English. */
export const locales = { en: 'en-GB', el: 'el-GR' } as const satisfies Record<Language, string>;

/** Returns whether a stored or received value is a supported language. */
export function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'el';
}
