import { type Language, languageTable } from '@medcloud/contract/languages';

/** Formats a count with the language's separators: 1,284 and 1.284. */
export function formatNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(languageTable[language].locale).format(value);
}

/** Formats integer cents as euros: `€480.00`, «480,00 €». */
export function formatEuros(cents: number, language: Language): string {
  return new Intl.NumberFormat(languageTable[language].locale, { style: 'currency', currency: 'EUR' }).format(
    cents / 100,
  );
}

/** Formats integer cents as euros, without decimals for whole euros: `€480`, «149,97 €». */
export function formatPrice(cents: number, language: Language): string {
  if (cents % 100 !== 0) return formatEuros(cents, language);
  const options = { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(languageTable[language].locale, options).format(cents / 100);
}
