import { splitVat } from '@medcloud/contract';
import type { Seller } from '../../../platform/config/billing/billing-settings.ts';
import type { Reader } from '../../database.ts';
import type { BuyerRow } from '../parties/buyer.ts';
import { decideTax, type TaxDecision, type TaxRate } from './decide-tax.ts';
import { listTaxRates } from './reads.ts';

/** An amount with its tax, in cents. */
export interface Charge {
  tax: TaxDecision;
  netCents: number;
  vatCents: number;
  grossCents: number;
}

/**
 * Splits a price, tax of the seller's home rate included, for a buyer. Who pays no VAT to the seller pays the net at the
 * home rate; everybody else pays the price as it was promised.
 */
export function chargePrice(
  priceCents: number,
  from: { seller: Seller; hasOss: boolean },
  { buyer, vatState, vatCheckedOn, isVatProved }: BuyerRow,
  at: { day: string; rates: readonly TaxRate[] },
): Charge {
  const { country, region } = from.seller;
  const seller = { country, region, hasOss: from.hasOss };
  const tax = decideTax(seller, { ...buyer, vatState, vatCheckedOn, isVatProved }, at);
  if (tax.taxCase !== 'eu_reverse' && tax.taxCase !== 'outside_eu')
    return { tax, ...splitVat(priceCents, tax.basisPoints), grossCents: priceCents };
  const home = { kind: 'person', country, vatNumber: null, vatState: 'unchecked', vatCheckedOn: null } as const;
  const { netCents } = splitVat(priceCents, decideTax(seller, home, at).basisPoints);
  return { tax, netCents, vatCents: 0, grossCents: netCents };
}

/** Does the same by the rates of a day. */
export async function computeCharge(
  tx: Reader,
  priceCents: number,
  from: { seller: Seller; hasOss: boolean },
  buyer: BuyerRow,
  day: string,
): Promise<Charge> {
  return chargePrice(priceCents, from, buyer, { day, rates: await listTaxRates(tx, day) });
}
