import { countDays } from '../../../platform/time/days.ts';
import { priceOfMonths } from '../dues/price-of-months.ts';
import type { Price } from '../dues/reads.ts';
import { endOfPeriod } from '../subscriptions/subscription-period.ts';

/** Days that an account has, with what a period costs at their price. */
export interface PricedDays {
  from: string;
  to: string;
  periodMonths: number;
  grossCents: number;
}

export interface UpgradeCost {
  /** Tax of the home rate included. */
  cents: number;
  /** The days that it is for. */
  from: string;
  to: string;
}

/**
 * Computes what days from `day` on cost more at a higher price: of each period the difference for its days that are left.
 * Returns null if nothing is left, or nothing costs more.
 */
export function computeUpgrade(periods: readonly PricedDays[], price: Price, day: string): UpgradeCost | null {
  const parts = periods
    .filter(({ to }) => to >= day)
    .map((period) => {
      const from = period.from > day ? period.from : day;
      return { from, to: period.to, cents: costOf(period, price, from) };
    })
    .filter(({ cents }) => cents > 0)
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const [first, last] = [parts.at(0), parts.at(-1)];
  if (first === undefined || last === undefined) return null;
  return { cents: parts.reduce((sum, { cents }) => sum + cents, 0), from: first.from, to: last.to };
}

function costOf({ from, to, periodMonths, grossCents }: PricedDays, price: Price, firstDay: string): number {
  const difference = priceOfMonths(price, periodMonths).grossCents - grossCents;
  const days = countDays(from, endOfPeriod(from, periodMonths));
  return Math.max(0, Math.round((difference * countDays(firstDay, to)) / days));
}
