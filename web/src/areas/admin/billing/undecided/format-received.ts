import type { Language } from '@medcloud/contract/languages';

/** Currencies that the payment provider counts in hundredths although they have no smaller coin. */
const countedInHundredths = ['ISK', 'UGX'];

/** Words an amount of another currency than the euro, given in the unit in which the payment provider counts it. */
export function formatReceived(units: number, currency: string, language: Language): string {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  const digits = countedInHundredths.includes(currency) ? 2 : (maximumFractionDigits ?? 2);
  const number = new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${number.format(units / 10 ** digits)}\u00a0${currency}`;
}
