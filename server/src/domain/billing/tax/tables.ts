import type { Optional } from '../../../platform/db/columns.ts';

/** VAT rates by country and days, both included. `region`: null or a part of the country with a rate of its own. */
export interface TaxRatesTable {
  country: string;
  region: Optional<string>;
  from_day: string;
  to_day: Optional<string>;
  basis_points: number;
  mydata_category: Optional<number>;
}
