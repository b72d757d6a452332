import { type Language, languages, languageTable } from '@medcloud/contract/languages';

/** All languages, Greek first: for patients, most of whom read Greek. */
export const languagesForPatients: readonly Language[] = languages.toSorted(
  (one, other) => Number(other === 'el') - Number(one === 'el'),
);

/** Returns a language's name in a language: `Greek`, «Ελληνικά». */
export function languageName(language: Language, inLanguage: Language): string {
  return new Intl.DisplayNames([inLanguage], { type: 'language' }).of(language) ?? languageTable[language].name;
}
