/**
 * The languages of screens and messages, by the code of `<html lang>`, storage and the folder in `text/`: the locale of
 * dates and numbers, its decimal mark, the label in the switch, and the language's name in that language.
 * The domain `language_code` of the database lists the same codes. `en-GB` is European English, which writes the day first.
 */
export const languageTable = {
  en: { locale: 'en-GB', decimalMark: '.', label: 'EN', name: 'English' },
  el: { locale: 'el-GR', decimalMark: ',', label: 'GR', name: 'Ελληνικά' },
} as const;

export type Language = keyof typeof languageTable;

/** Returns whether a stored or received value is a supported language. */
export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(languageTable, value);
}

/** All languages, in the order of the switch. */
export const languages: readonly Language[] = Object.keys(languageTable).filter(isLanguage);

/** Makes one value for each language. */
export const inEachLanguage = <T>(make: (language: Language) => T): Readonly<Record<Language, T>> => ({
  en: make('en'),
  el: make('el'),
});

/** Writes a number of digits and a point, such as `-4.50`, with the language's decimal mark. */
export const withDecimalMark = (digits: string, language: Language): string =>
  digits.replace('.', languageTable[language].decimalMark);

/** Returns a stored or received value if it is a supported language, otherwise English. */
export function toLanguage(value: unknown): Language {
  return isLanguage(value) ? value : 'en';
}
