import type { Language } from '@medcloud/contract/languages';
import type { Instant, Json, Optional } from '../../../platform/db/columns.ts';

/** Issued documents. `year` and `number` come from `issue_number()`; rows never change. */
export interface InvoicesTable {
  id: string;
  user_id: string;
  kind: 'invoice' | 'credit_note';
  series: string;
  year: number;
  number: number;
  issued_on: string;
  due_on: string;
  from_day: string;
  to_day: string;
  /** The parties as they were on that day. */
  seller: Json;
  buyer: Json;
  language: Language;
  tax_case: string;
  net_cents: number;
  vat_cents: number;
  gross_cents: number;
  credits_id: Optional<string>;
  rf: Optional<string>;
  reason: Optional<string>;
  sha256: Buffer;
  created_at: Instant;
}

export interface InvoiceLinesTable {
  invoice_id: string;
  position: number;
  text_en: string;
  text_el: string;
  quantity: number;
  net_cents: number;
  basis_points: number;
  vat_cents: number;
  gross_cents: number;
  mydata_category: number;
  exemption: Optional<number>;
  income_category: string;
  income_type: string;
}

/** PDF files of documents, kept. A second one is made when the tax authority has given a mark. */
export interface InvoiceFilesTable {
  invoice_id: string;
  language: Language;
  made_at: Instant;
  /** The mark that is printed on it. */
  mark: Optional<string>;
  bytes: Buffer;
  sha256: Buffer;
}
