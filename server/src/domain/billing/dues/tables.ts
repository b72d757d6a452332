import type { DueState } from '@medcloud/contract/choices';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Instant, Optional } from '../../../platform/db/columns.ts';

export type PlanCode = 'doctor.yearly' | 'doctor.monthly' | 'center.basic' | 'center.premium' | 'center.enterprise';

/** Versions of the prices, tax of the operator's home rate included. A version is never edited. */
export interface PricesTable {
  id: string;
  plan: PlanCode;
  version: number;
  /** Whose price it is alone: one center's, of `center.enterprise`. */
  center_id: Optional<string>;
  from_day: string;
  period_months: number;
  month_cents: number;
  gross_cents: number;
  quota_bytes: Optional<number>;
  created_by: Optional<string>;
  created_at: Instant;
}

/** What is owed for a period. It has a legal document once `invoice_id` is set. */
export interface DuesTable {
  id: string;
  user_id: string;
  kind: 'first' | 'renewal' | 'upgrade' | 'agreed';
  price_id: string;
  /** What is asked for instead of the price's period or amount, tax of the home rate included. */
  months: Optional<number>;
  price_cents: Optional<number>;
  from_day: string;
  to_day: string;
  net_cents: number;
  vat_cents: number;
  gross_cents: number;
  tax_case: string;
  reference: GeneratedAlways<number>;
  /** Reference of a bank transfer (ISO 11649), computed by the database. */
  rf: GeneratedAlways<string>;
  due_on: string;
  invoice_id: Optional<string>;
  state: Generated<DueState>;
  created_at: Instant;
}
