import { type Insertable, sql } from 'kysely';
import type { Tx } from '../../database.ts';
import type { InvoiceLinesTable, InvoicesTable } from './tables.ts';

export interface IssuedNumber {
  year: number;
  number: number;
  issuedOn: string;
}

/**
 * Issues the next number of a series, on today in the portal's time zone. Other transactions wait for the series until this one
 * ends. It is refused at its end unless it inserts the number's document.
 */
export async function issueNumber(tx: Tx, series: string): Promise<IssuedNumber> {
  const { rows } = await sql<IssuedNumber>`
    SELECT year, number, issued_on AS "issuedOn" FROM issue_number(${series})`.execute(tx);
  const [issued] = rows;
  if (issued === undefined) throw new Error(`The series ${series} gave no number.`);
  return issued;
}

export type InvoiceColumns = Insertable<InvoicesTable>;
export type LineColumns = Omit<Insertable<InvoiceLinesTable>, 'invoice_id' | 'position'>;

/** Inserts a document with its lines. The sums of the lines are the document's. */
export async function insertInvoice(tx: Tx, invoice: InvoiceColumns, lines: readonly LineColumns[]): Promise<void> {
  await tx.insertInto('invoices').values(invoice).execute();
  await tx
    .insertInto('invoice_lines')
    .values(lines.map((line, index) => ({ ...line, invoice_id: invoice.id, position: index + 1 })))
    .execute();
}
