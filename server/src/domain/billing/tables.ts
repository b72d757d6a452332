import type { Generated } from 'kysely';
import type { Instant, Optional } from '../../platform/db/columns.ts';

export interface InvoicesTable {
  id: string;
  doctor_id: string;
  number: string;
  issued_on: string;
  due_on: string;
  amount_cents: number;
  status: Generated<'pending' | 'paid'>;
  created_at: Instant;
}

export interface PaymentMethodsTable {
  doctor_id: string;
  cardholder_name: string;
  brand: Optional<string>;
  last4: string;
  expiry: string;
  address: Optional<string>;
  city: Optional<string>;
  postal_code: Optional<string>;
  country: Optional<string>;
  updated_at: Instant;
}

/** The tables that `billing` owns. */
export interface BillingTables {
  payment_methods: PaymentMethodsTable;
  invoices: InvoicesTable;
}
