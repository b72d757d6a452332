import type { AppContext } from '../../core/context.ts';
import type { BuyerRow } from '../parties/buyer.ts';
import { type Charge, chargePrice } from '../tax/compute-charge.ts';
import type { TaxRate } from '../tax/decide-tax.ts';

/**
 * Returns what the invoice of a request will be, by the billing details of now. Without a seller, which only a portal that is
 * not set up lacks, the amounts are those of the country; without billing details, the list's.
 */
export function expectCharge(
  { billing: { seller, hasOss }, vies }: Pick<AppContext['settings'], 'billing' | 'vies'>,
  priceCents: number,
  details: BuyerRow | undefined,
  at: { day: string; rates: readonly TaxRate[] },
): Charge {
  const by = { seller: seller ?? unnamedSeller, hasOss };
  const buyer = details ?? consumerOf(by.seller.country);
  // VIES is asked again on the day of the invoice: until then its last answer is expected
  const expected = vies === null ? buyer : { ...buyer, vatCheckedOn: at.day };
  return chargePrice(priceCents, by, expected, at);
}

const consumerOf = (country: string): BuyerRow => ({
  buyer: {
    ...{ kind: 'person', legalName: '', vatNumber: null, taxOffice: null, activity: null, address: null },
    ...{ city: null, postalCode: null, country, email: null },
  },
  ...{ language: 'en', vatState: 'unchecked', vatCheckedOn: null, vatProof: null },
  ...{ isVatProved: false, vatUnavailableSince: null },
});

const unnamedSeller = {
  ...{ legalName: '', country: 'GR', region: null, vatNumber: '', address: '' },
  ...{ taxOffice: null, registryNumber: null },
};
