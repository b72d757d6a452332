import { isEuCountry } from '@medcloud/contract/vat-number';
import { type AppContext, today } from '../../core/context.ts';
import type { BuyerRow } from './buyer.ts';

const maxWaitMs = 24 * 3_600_000;

/** Returns whether VIES decides a buyer's tax: it has a VAT number of another EU country than the seller's. */
export function needsVies(country: string, vatNumber: string | null, seller: { country: string } | null): boolean {
  return seller !== null && vatNumber !== null && country !== seller.country && isEuCountry(country);
}

/**
 * Returns whether an invoice to this buyer waits: VIES decides its tax and has not answered today. It waits until the
 * answer, at most 24 hours after VIES first gave none.
 */
export function awaitsVat(
  { clock, settings }: Pick<AppContext, 'clock' | 'settings'>,
  { buyer, vatState, vatCheckedOn, vatUnavailableSince, isVatProved }: BuyerRow,
): boolean {
  if (isVatProved || settings.vies === null || !needsVies(buyer.country, buyer.vatNumber, settings.billing.seller))
    return false;
  const isAnswered = vatState === 'valid' || vatState === 'invalid';
  if (isAnswered && vatCheckedOn === today({ clock, settings })) return false;
  return vatUnavailableSince === null || clock.now().getTime() - vatUnavailableSince.getTime() < maxWaitMs;
}
