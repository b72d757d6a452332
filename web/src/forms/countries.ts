import type { Language } from '../lib/language.ts';

// The specification's first, then Greece and the rest of the EU (product, smaller rulings). ISO 3166-1.
const preferredCountries = ['ES', 'FR', 'DE', 'IT', 'PT', 'GR'] as const;
const otherEuCountries = 'AT BE BG HR CY CZ DK EE FI HU IE LV LT LU MT NL PL RO SK SI SE'.split(' ');

/** Countries of the billing address with their names in a language; "other" is not among them. */
export function countries(language: Language): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const toOption = (code: string) => ({ value: code, label: names.of(code) ?? code });
  const rest = otherEuCountries.map(toOption).sort((one, other) => one.label.localeCompare(other.label, language));
  return [...preferredCountries.map(toOption), ...rest];
}

/** Spain in English, as the specification says, and Greece in Greek. */
export function presetCountry(language: Language): string {
  return language === 'el' ? 'GR' : 'ES';
}

/** A kept country in a language; what is no code ("Other") comes back as it was kept. */
export function countryName(country: string | null, language: Language): string | null {
  if (country === null || !/^[A-Z]{2}$/.test(country)) return country;
  return new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country;
}
