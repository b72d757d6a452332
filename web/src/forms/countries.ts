import type { Language } from '@medcloud/contract/languages';

// The specification's countries first, then Greece and the rest of the EU (product, other decisions). ISO 3166-1.
const preferredCountries = ['ES', 'FR', 'DE', 'IT', 'PT', 'GR'] as const;
const otherEuCountries = 'AT BE BG HR CY CZ DK EE FI HU IE LV LT LU MT NL PL RO SK SI SE'.split(' ');

/** Returns the countries of the billing address with their names in a language, without "other". */
export function countries(language: Language): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const toOption = (code: string) => ({ value: code, label: names.of(code) ?? code });
  const rest = otherEuCountries.map(toOption).sort((one, other) => one.label.localeCompare(other.label, language));
  return [...preferredCountries.map(toOption), ...rest];
}

/** Formats a stored country in a language. Returns a value that is not a country code ("Other") unchanged. */
export function countryName(country: string | null, language: Language): string | null {
  if (country === null || !/^[A-Z]{2}$/.test(country)) return country;
  return new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country;
}
