import type { BankLineEntry } from '@medcloud/contract/shapes/billing/bank';
import { useFormat } from '../../../../text/format.ts';

/** Returns a function that words a movement's amount. Other currencies than the euro are named by their code. */
export function useLineAmount(): (line: Pick<BankLineEntry, 'cents' | 'currency'>) => string {
  const format = useFormat();
  return ({ cents, currency }) => {
    const euros = format.euros(cents);
    return currency === 'EUR' ? euros : `${euros.replace('€', '').trim()} ${currency}`;
  };
}
