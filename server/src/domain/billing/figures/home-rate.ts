import type { TimeContext } from '../../core/context.ts';
import type { Reader } from '../../database.ts';
import { decideTax } from '../tax/decide-tax.ts';
import { listTaxRates } from '../tax/reads.ts';

/** The rate that prices include, in basis points: that of the seller's country and region on a day. */
export async function findHomeRate(
  { settings }: Pick<TimeContext, 'settings'>,
  tx: Reader,
  day: string,
): Promise<number> {
  const country = settings.billing.seller?.country ?? 'GR';
  const seller = { country, region: settings.billing.seller?.region ?? null, hasOss: false };
  const buyer = { kind: 'person', country, vatNumber: null, vatState: 'unchecked', vatCheckedOn: null } as const;
  return decideTax(seller, buyer, { day, rates: await listTaxRates(tx, day) }).basisPoints;
}
