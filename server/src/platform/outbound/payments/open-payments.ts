import type { PaymentSettings } from '../../config/billing/payments-url.ts';
import type { PaymentDriver } from './payment-driver.ts';

/** Opens the driver of PAYMENTS_URL. Its library, 18 MB in memory, is loaded only if one is set. */
export async function openPayments(settings: PaymentSettings | null): Promise<PaymentDriver | null> {
  if (settings === null) return null;
  const { openStripe } = await import('./stripe-driver.ts');
  return openStripe(settings);
}
