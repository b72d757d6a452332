/** Figures of past months. A month without a row is computed. */
export interface BillingMonthsTable {
  /** Its first day. */
  month: string;
  /** The home rate with which the net was computed. */
  basis_points: number;
  accounts: number;
  mrr_cents: number;
  start_accounts: number;
  start_cents: number;
  ended_accounts: number;
  ended_cents: number;
}
