import type { AppContext } from '../core/context.ts';

/**
 * Returns whether customers can be asked to pay: the portal knows who issues invoices, and has a bank account or a payment
 * provider. Until then what is owed waits, and no access ends for it.
 */
export const canAsk = ({ billing, payments }: Pick<AppContext['settings'], 'billing' | 'payments'>): boolean =>
  billing.seller !== null && (billing.bank !== null || payments !== null);
