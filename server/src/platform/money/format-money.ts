import { inEachLanguage, type Language, languageTable } from '@medcloud/contract/languages';

// basis points, the unit of tax rates
const basisPointsOfOne = 10_000;

/** Made once: making one took fifty times as long as formatting. */
const euroFormats = inEachLanguage(
  (language) => new Intl.NumberFormat(languageTable[language].locale, { style: 'currency', currency: 'EUR' }),
);

/** Formats cents as euros: `€480.00` in English, `480,00 €` in Greek. */
export function formatEuros(cents: number, language: Language): string {
  return euroFormats[language].format(cents / 100);
}

/** Formats cents as euros, without decimals for whole euros: `€480`, `149,97 €`. */
export function formatPrice(cents: number, language: Language): string {
  if (cents % 100 !== 0) return formatEuros(cents, language);
  const options = { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(languageTable[language].locale, options).format(cents / 100);
}

/** Formats a rate in basis points as percent, up to two decimals: `25.5%`. */
export function formatRate(basisPoints: number, language: Language): string {
  return new Intl.NumberFormat(languageTable[language].locale, { style: 'percent', maximumFractionDigits: 2 }).format(
    basisPoints / basisPointsOfOne,
  );
}
