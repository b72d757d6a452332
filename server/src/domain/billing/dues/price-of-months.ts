import type { Price } from './reads.ts';

/** Returns a price for another number of months: its part a month, rounded half up to the cent in the sum. */
export function priceOfMonths(price: Price, months: number): Price {
  return { ...price, periodMonths: months, grossCents: Math.round((price.grossCents * months) / price.periodMonths) };
}
