import type { Instant, Optional } from '../../platform/db/columns.ts';
import type { BankCsvColumnsTable, BankLinesTable, BankStatementsTable } from './bank/tables.ts';
import type { DuesTable, PricesTable } from './dues/tables.ts';
import type { DunningStepsTable } from './dunning/tables.ts';
import type { BillingMonthsTable } from './figures/tables.ts';
import type { FiscalChecksTable, FiscalFoundDocumentsTable } from './fiscal/series/tables.ts';
import type { FiscalDocumentsTable } from './fiscal/tables.ts';
import type { InvoiceFilesTable, InvoiceLinesTable, InvoicesTable } from './invoices/tables.ts';
import type { LedgerEntriesTable, LedgerPostingsTable } from './ledger/tables.ts';
import type { BillingPartiesTable } from './parties/tables.ts';
import type {
  PaymentAttemptsTable,
  PaymentDisputesTable,
  PaymentsTable,
  ProviderAccountsTable,
  ProviderEventsTable,
} from './payments/tables.ts';
import type { PriceNoticesTable } from './prices/tables.ts';
import type { SubscriptionPeriodsTable, SubscriptionsTable } from './subscriptions/tables.ts';
import type { TaxRatesTable } from './tax/tables.ts';

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

/** The tables that `billing` owns, all but `invoice_series`, which `issue_number()` alone reads and writes. */
export interface BillingTables {
  bank_csv_columns: BankCsvColumnsTable;
  bank_lines: BankLinesTable;
  bank_statements: BankStatementsTable;
  billing_months: BillingMonthsTable;
  billing_parties: BillingPartiesTable;
  dues: DuesTable;
  fiscal_checks: FiscalChecksTable;
  fiscal_documents: FiscalDocumentsTable;
  fiscal_found_documents: FiscalFoundDocumentsTable;
  dunning_steps: DunningStepsTable;
  invoice_files: InvoiceFilesTable;
  invoice_lines: InvoiceLinesTable;
  invoices: InvoicesTable;
  ledger_entries: LedgerEntriesTable;
  ledger_postings: LedgerPostingsTable;
  payment_attempts: PaymentAttemptsTable;
  payment_disputes: PaymentDisputesTable;
  payment_methods: PaymentMethodsTable;
  payments: PaymentsTable;
  price_notices: PriceNoticesTable;
  prices: PricesTable;
  provider_accounts: ProviderAccountsTable;
  provider_events: ProviderEventsTable;
  subscription_periods: SubscriptionPeriodsTable;
  subscriptions: SubscriptionsTable;
  tax_rates: TaxRatesTable;
}
