/** The two languages of the portal, as `<html lang>` and storage know them. The switch writes EN and GR. */
export const languages = ['en', 'el'] as const;
export type Language = (typeof languages)[number];

/** Day first in both; `en-GB` is English as Europe writes it. */
export const locales = { en: 'en-GB', el: 'el-GR' } as const satisfies Record<Language, string>;

/** Narrows a stored or received text to a language we speak. */
export function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'el';
}
