import type { Language } from '@medcloud/contract/languages';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../database.ts';
import { numberOf } from '../invoices/format-number.ts';

/** Days of the export, both included. */
export interface ExportRange {
  from: string;
  to: string;
}

/** How a column is written: `money` from cents, `percent` from basis points, the rest as stored. */
export type ColumnKind = 'text' | 'plain' | 'money' | 'percent';

/** A file of the export. `select` has each column by its name, with the row's `id` and `position` in their order. */
export interface Book {
  name: string;
  columns: Readonly<Record<string, ColumnKind>>;
  select: (range: ExportRange, language: Language) => RawBuilder<unknown>;
}

const invoices: Book = {
  name: 'invoices',
  columns: {
    ...{ InvoiceNo: 'plain', InvoiceType: 'plain', InvoiceDate: 'plain', DueDate: 'plain' },
    ...{ PeriodStart: 'plain', PeriodEnd: 'plain', CustomerID: 'plain', CustomerName: 'text', TaxCase: 'plain' },
    ...{
      NetTotal: 'money',
      TaxPayable: 'money',
      GrossTotal: 'money',
      CreditedInvoiceNo: 'plain',
      PaymentRefNo: 'plain',
      VoidedDate: 'plain',
    },
  },
  // Amounts as on the documents, those of credit notes above 0, too.
  select: ({ from, to }) => sql`
    SELECT i.id, 0 AS position, ${numberOf('i')} AS "InvoiceNo", i.kind AS "InvoiceType", i.issued_on AS "InvoiceDate",
      i.due_on AS "DueDate", i.from_day AS "PeriodStart", i.to_day AS "PeriodEnd", i.user_id AS "CustomerID",
      i.buyer ->> 'legalName' AS "CustomerName", i.tax_case AS "TaxCase", i.net_cents AS "NetTotal",
      i.vat_cents AS "TaxPayable", i.gross_cents AS "GrossTotal", ${numberOf('o')} AS "CreditedInvoiceNo",
      i.rf AS "PaymentRefNo", v.day AS "VoidedDate"
    FROM invoices i LEFT JOIN invoices o ON o.id = i.credits_id
    LEFT JOIN ledger_entries v ON v.kind = 'voided' AND v.source = 'invoice' AND v.source_id = i.id WHERE i.issued_on BETWEEN ${from} AND ${to}`,
};

const lines: Book = {
  name: 'lines',
  columns: {
    ...{
      InvoiceNo: 'plain',
      InvoiceType: 'plain',
      LineNumber: 'plain',
      Description: 'text',
      Quantity: 'plain',
      LineAmount: 'money',
    },
    ...{ TaxPercentage: 'percent', TaxPayable: 'money', GrossTotal: 'money', TaxCode: 'plain' },
    ...{ TaxExemptionCode: 'plain', IncomeCategory: 'plain', IncomeType: 'plain' },
  },
  select: ({ from, to }, language) => sql`
    SELECT i.id, l.position, ${numberOf('i')} AS "InvoiceNo", i.kind AS "InvoiceType", l.position AS "LineNumber",
      ${sql.ref(`l.text_${language}`)} AS "Description", l.quantity AS "Quantity", l.net_cents AS "LineAmount",
      l.basis_points AS "TaxPercentage", l.vat_cents AS "TaxPayable", l.gross_cents AS "GrossTotal",
      l.mydata_category AS "TaxCode", l.exemption AS "TaxExemptionCode", l.income_category AS "IncomeCategory",
      l.income_type AS "IncomeType"
    FROM invoices i JOIN invoice_lines l ON l.invoice_id = i.id WHERE i.issued_on BETWEEN ${from} AND ${to}`,
};

const parties: Book = {
  name: 'parties',
  columns: {
    ...{ CustomerID: 'plain', CustomerType: 'plain', Name: 'text', TaxRegistrationNumber: 'text' },
    ...{ TaxOffice: 'text', StreetName: 'text', City: 'text', PostalCode: 'text', Country: 'plain' },
  },
  // As they stand on the documents: a row for each account and wording.
  select: ({ from, to }) => sql`
    SELECT i.id, 0 AS position, i.user_id AS "CustomerID", i.buyer ->> 'kind' AS "CustomerType",
      i.buyer ->> 'legalName' AS "Name", i.buyer ->> 'vatNumber' AS "TaxRegistrationNumber",
      i.buyer ->> 'taxOffice' AS "TaxOffice", i.buyer ->> 'address' AS "StreetName", i.buyer ->> 'city' AS "City",
      i.buyer ->> 'postalCode' AS "PostalCode", i.buyer ->> 'country' AS "Country"
    FROM invoices i WHERE i.issued_on BETWEEN ${from} AND ${to} AND NOT EXISTS (SELECT FROM invoices e
      WHERE e.user_id = i.user_id AND e.buyer = i.buyer AND e.issued_on BETWEEN ${from} AND ${to} AND e.id < i.id)`,
};

const payments: Book = {
  name: 'payments',
  columns: {
    ...{ PaymentID: 'plain', TransactionDate: 'plain', TransactionType: 'plain', PaymentMethod: 'plain' },
    ...{ CustomerID: 'plain', Payer: 'text', GrossTotal: 'money', CurrencyCode: 'plain' },
  },
  // What came in, and below 0 what went out again. A movement of the bank account keeps its payer for itself (`open-line.ts`).
  select: ({ from, to }) => sql`
    SELECT p.id, 0 AS position, p.id AS "PaymentID", p.received_on AS "TransactionDate", 'received' AS "TransactionType",
      p.driver AS "PaymentMethod", p.user_id AS "CustomerID", p.payer_sealed AS "Payer", p.cents AS "GrossTotal",
      p.currency AS "CurrencyCode"
    FROM payments p WHERE p.received_on BETWEEN ${from} AND ${to}
    UNION ALL SELECT e.id, m.position, coalesce(p.id, d.payment_id, a.payment_id), e.day, e.kind,
      coalesce(p.driver, CASE m.account WHEN 'bank' THEN 'bank' ELSE 'stripe' END), e.user_id, NULL, m.cents, 'EUR'
    FROM ledger_entries e JOIN ledger_postings m ON m.entry_id = e.id AND m.account IN ('bank', 'card_clearing')
    LEFT JOIN payments p ON e.source = 'payment' AND p.id = e.source_id
    LEFT JOIN payment_disputes d ON e.source = 'dispute' AND d.id = e.source_id
    LEFT JOIN payment_attempts a ON e.source = 'refund' AND a.id = e.source_id
    WHERE e.day BETWEEN ${from} AND ${to} AND (e.kind, e.source) <> ('received', 'payment')`,
};

const allocations: Book = {
  name: 'allocations',
  columns: {
    ...{ TransactionID: 'plain', TransactionDate: 'plain', TransactionType: 'plain', CustomerID: 'plain' },
    ...{ InvoiceNo: 'plain', SourceDocumentID: 'plain', Amount: 'money' },
  },
  // What made less of an invoice be owed; below 0 where it is owed again.
  select: ({ from, to }) => sql`
    SELECT e.id, p.position, e.id AS "TransactionID", e.day AS "TransactionDate", e.kind AS "TransactionType",
      e.user_id AS "CustomerID", ${numberOf('i')} AS "InvoiceNo", e.source_id AS "SourceDocumentID", -p.cents AS "Amount"
    FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id AND p.account = 'receivable'
    JOIN invoices i ON i.id = p.invoice_id WHERE e.kind <> 'issued' AND e.day BETWEEN ${from} AND ${to}`,
};

const ledger: Book = {
  name: 'ledger',
  columns: {
    ...{ TransactionID: 'plain', TransactionDate: 'plain', TransactionType: 'plain', AccountID: 'plain' },
    ...{ CustomerID: 'plain', InvoiceNo: 'plain', DebitAmount: 'money', CreditAmount: 'money' },
  },
  select: ({ from, to }) => sql`
    SELECT e.id, p.position, e.id AS "TransactionID", e.day AS "TransactionDate", e.kind AS "TransactionType",
      p.account AS "AccountID", p.user_id AS "CustomerID", ${numberOf('i')} AS "InvoiceNo",
      greatest(p.cents, 0) AS "DebitAmount", greatest(-p.cents, 0) AS "CreditAmount"
    FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id LEFT JOIN invoices i ON i.id = p.invoice_id
    WHERE e.day BETWEEN ${from} AND ${to}`,
};

const fiscal: Book = {
  name: 'fiscal',
  columns: {
    ...{ InvoiceNo: 'plain', InvoiceDate: 'plain', DocumentType: 'plain', Driver: 'plain', State: 'plain' },
    ...{ Mark: 'text', UID: 'plain', AuthenticationCode: 'text', CorrectedMark: 'text', CancellationMark: 'text' },
    ErrorCode: 'text',
  },
  // What the tax authority has of the documents of these days, also those that only it has.
  select: ({ from, to }) => sql`
    SELECT i.id, 0 AS position, ${numberOf('i')} AS "InvoiceNo", i.issued_on AS "InvoiceDate", f.document_type AS "DocumentType",
      f.driver AS "Driver", f.state AS "State", f.mark AS "Mark", f.uid AS "UID", f.auth_code AS "AuthenticationCode",
      f.corrects_mark AS "CorrectedMark", f.cancel_mark AS "CancellationMark", f.error_code AS "ErrorCode"
    FROM invoices i JOIN fiscal_documents f ON f.invoice_id = i.id WHERE i.issued_on BETWEEN ${from} AND ${to}
    UNION ALL SELECT d.id, 0, ${numberOf('d')}, d.issued_on, d.document_type, 'mydata', 'only_at_authority', d.mark, d.uid,
      NULL, NULL, NULL, NULL FROM fiscal_found_documents d WHERE d.issued_on BETWEEN ${from} AND ${to}`,
};

export const books: readonly Book[] = [invoices, lines, payments, allocations, ledger, parties, fiscal];

export type BookRow = Record<string, unknown> & { id: string; position: number };

/** Lists a page of a file's rows, after one of them. */
export async function listBookRows(
  tx: Reader,
  select: RawBuilder<unknown>,
  after: { id: string; position: number } | null,
  limit: number,
): Promise<BookRow[]> {
  const start = after === null ? sql`true` : sql`(t.id, t.position) > (${after.id}::uuid, ${after.position}::int)`;
  const { rows } = await sql<BookRow>`
    SELECT * FROM (${select}) t WHERE ${start} ORDER BY t.id, t.position LIMIT ${limit}`.execute(tx);
  return rows;
}

/** What the ledger says of the days, in cents. `received`: less what went out again. */
export interface LedgerSums {
  invoiced: number;
  credited: number;
  received: number;
  debits: number;
  credits: number;
}

export async function sumLedger(tx: Reader, { from, to }: ExportRange): Promise<LedgerSums> {
  const { rows } = await sql<LedgerSums>`
    SELECT coalesce(sum(p.cents) FILTER (WHERE e.kind = 'issued' AND p.account = 'receivable'), 0)::bigint AS invoiced,
      coalesce(sum(p.cents) FILTER (WHERE e.kind = 'credited' AND p.account IN ('income', 'vat')), 0)::bigint AS credited,
      coalesce(sum(p.cents) FILTER (WHERE p.account IN ('bank', 'card_clearing')), 0)::bigint AS received,
      coalesce(sum(greatest(p.cents, 0)), 0)::bigint AS debits, coalesce(sum(greatest(-p.cents, 0)), 0)::bigint AS credits
    FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id WHERE e.day BETWEEN ${from} AND ${to}`.execute(
    tx,
  );
  const [sums] = rows;
  if (sums === undefined) throw new Error('The ledger gave no sums.');
  return sums;
}
