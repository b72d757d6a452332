import { isEuCountry } from '@medcloud/contract/vat-number';

export const taxCases = ['home_business', 'home_person', 'eu_reverse', 'eu_consumer', 'outside_eu'] as const;
export type TaxCase = (typeof taxCases)[number];

/** The seller's facts that decide. Countries are ISO 3166 codes. */
export interface TaxSeller {
  readonly country: string;
  /** A region with a rate of its own, such as Greece's `islands`: where seller and service are, not the buyer. */
  readonly region: string | null;
  /** VAT of the buyer's country is declared by the One Stop Shop. */
  readonly hasOss: boolean;
}

export interface TaxBuyer {
  readonly kind: 'business' | 'person';
  readonly country: string;
  /** Without prefix, of the buyer's country; its form and, in Greece, its check digit are checked before. */
  readonly vatNumber: string | null;
  readonly vatState: 'unchecked' | 'valid' | 'invalid' | 'unavailable';
  /** Local day of the last check of the number, `YYYY-MM-DD`. */
  readonly vatCheckedOn: string | null;
  /** An administrator recorded a proof of the number, which holds on any day. */
  readonly isVatProved?: boolean;
}

/** A rate that holds from a day, to a day inclusive. */
export interface TaxRate {
  readonly country: string;
  readonly region: string | null;
  readonly basisPoints: number;
  /** Category of the Greek tax authority; null for other countries' rates. */
  readonly mydataCategory: number | null;
  readonly fromDay: string;
  readonly toDay: string | null;
}

/** How an invoice is taxed, and how the Greek tax authority calls it (myDATA 2.0.1, code tables 8.1 to 8.9). */
export interface TaxDecision {
  readonly taxCase: TaxCase;
  readonly basisPoints: number;
  /** The country to which the tax is due. */
  readonly rateCountry: string;
  readonly isOss: boolean;
  readonly mydataCategory: number;
  readonly exemption: number | null;
  readonly documentType: '2.1' | '2.2' | '2.3' | '11.2';
  readonly incomeCategory: 'category1_3';
  readonly incomeType: 'E3_561_001' | 'E3_561_003' | 'E3_561_005' | 'E3_561_006';
}

const withoutVat = { mydataCategory: 7, exemption: 4, basisPoints: 0, isOss: false } as const;
const income = 'category1_3'; // services
/** Code of the exemption of lines that are taxed by the One Stop Shop. */
export const ossExemption = 30;

/**
 * Decides the tax of what is invoiced on a day, `YYYY-MM-DD`. Services: a business of another EU country pays its own
 * VAT if its number was valid in VIES that day or is proved, otherwise it is taxed as a consumer. Throws a RangeError if the day has
 * no rate.
 */
export function decideTax(
  seller: TaxSeller,
  buyer: TaxBuyer,
  { day, rates }: { day: string; rates: readonly TaxRate[] },
): TaxDecision {
  const home = { rateCountry: seller.country, incomeCategory: income } as const;
  const isBusiness = buyer.kind === 'business' && buyer.vatNumber !== null;
  if (buyer.country === seller.country) {
    const rate = findRate(rates, seller, day);
    return isBusiness
      ? { ...home, ...rate, taxCase: 'home_business', documentType: '2.1', incomeType: 'E3_561_001' }
      : { ...home, ...rate, taxCase: 'home_person', documentType: '11.2', incomeType: 'E3_561_003' };
  }
  if (!isEuCountry(buyer.country))
    return { ...home, ...withoutVat, taxCase: 'outside_eu', documentType: '2.3', incomeType: 'E3_561_006' };
  if (isBusiness && buyer.vatState === 'valid' && (buyer.isVatProved || buyer.vatCheckedOn === day))
    return { ...home, ...withoutVat, taxCase: 'eu_reverse', documentType: '2.2', incomeType: 'E3_561_005' };
  const consumer = { taxCase: 'eu_consumer', documentType: '11.2', incomeType: 'E3_561_003' } as const;
  if (!seller.hasOss) return { ...home, ...findRate(rates, seller, day), ...consumer };
  const { basisPoints } = findRate(rates, { country: buyer.country, region: null }, day);
  return {
    ...{ ...consumer, basisPoints, rateCountry: buyer.country, incomeCategory: income },
    ...{ isOss: true, mydataCategory: withoutVat.mydataCategory, exemption: ossExemption },
  };
}

function findRate(rates: readonly TaxRate[], place: { country: string; region: string | null }, day: string) {
  const rate = rates.find(
    ({ country, region, fromDay, toDay }) =>
      country === place.country && region === place.region && fromDay <= day && (toDay === null || day <= toDay),
  );
  if (rate === undefined)
    throw new RangeError(`There is no VAT rate of ${place.country} ${place.region ?? ''} on ${day}.`);
  return { basisPoints: rate.basisPoints, mydataCategory: rate.mydataCategory ?? 0, exemption: null, isOss: false };
}
