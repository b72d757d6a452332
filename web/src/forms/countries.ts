import { countryCodes, isCountry } from '@medcloud/contract/countries';
import type { Language } from '@medcloud/contract/languages';

// The specification's countries first, then Greece (product, other decisions).
const preferredCountries = ['ES', 'FR', 'DE', 'IT', 'PT', 'GR'];

/** Returns all countries with their names in a language. */
export function countries(language: Language): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const toOption = (code: string) => ({ value: code, label: names.of(code) ?? code });
  const { compare } = new Intl.Collator(language);
  const rest = countryCodes
    .filter((code) => !preferredCountries.includes(code))
    .map(toOption)
    .sort((one, other) => compare(one.label, other.label));
  return [...preferredCountries.map(toOption), ...rest];
}

/** Formats a stored country in a language. Returns a value that is not a country code ("Other") unchanged. */
export function countryName(country: string | null, language: Language): string | null {
  if (country === null || !isCountry(country)) return country;
  return new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country;
}
