import type { Reader } from '../../database.ts';
import type { TaxRate } from './decide-tax.ts';

const maxRates = 500;

/** Lists the VAT rates of a day, `YYYY-MM-DD`, or of the days up to another one. */
export async function listTaxRates(tx: Reader, day: string, last = day): Promise<TaxRate[]> {
  return await tx
    .selectFrom('tax_rates')
    .select([
      'country',
      'region',
      'basis_points as basisPoints',
      'mydata_category as mydataCategory',
      'from_day as fromDay',
      'to_day as toDay',
    ])
    .where('from_day', '<=', last)
    .where(({ eb, or }) => or([eb('to_day', 'is', null), eb('to_day', '>=', day)]))
    .limit(maxRates)
    .execute();
}
