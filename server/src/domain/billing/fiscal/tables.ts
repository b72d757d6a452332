import type { FiscalState } from '@medcloud/contract/shapes/billing/fiscal';
import type { Instant, Optional } from '../../../platform/db/columns.ts';

/** What became of issued documents at the tax authority. Marks are digits. */
export interface FiscalDocumentsTable {
  invoice_id: string;
  driver: 'file' | 'mydata';
  state: FiscalState;
  /** Of the authority's code table 8.1. */
  document_type: string;
  uid: string;
  /** Of a credit note: the mark of the invoice that it corrects. */
  corrects_mark: Optional<string>;
  mark: Optional<string>;
  auth_code: Optional<string>;
  qr_url: Optional<string>;
  cancel_mark: Optional<string>;
  tries: number;
  error_code: Optional<string>;
  next_try_at: Optional<Date>;
  /** The invoice's mail leaves then without the mark; null: none waits. */
  mail_at: Optional<Date>;
  created_at: Instant;
  changed_at: Instant;
}
