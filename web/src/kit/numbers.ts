import { type Language, locales } from './language.ts';

/** A count with the language's separators: 1,284 and 1.284. */
export function showNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(locales[language]).format(value);
}

/** Euros from integer cents: `€480.00`, «480,00 €». */
export function showEuros(cents: number, language: Language): string {
  return new Intl.NumberFormat(locales[language], { style: 'currency', currency: 'EUR' }).format(cents / 100);
}
