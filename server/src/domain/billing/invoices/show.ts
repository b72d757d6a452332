import type { Invoice, InvoiceState } from '@medcloud/contract';
import { formatNumber } from './format-number.ts';
import type { InvoiceRow } from './reads.ts';

/** Shows a document on a day `YYYY-MM-DD`; its state follows from the ledger. */
export function showInvoice(row: InvoiceRow, today: string): Invoice {
  const state = invoiceState(row, today);
  return {
    id: row.id,
    number: formatNumber(row),
    date: row.issuedOn,
    dueDate: row.dueOn,
    amount: row.grossCents / 100,
    status: row.openCents > 0 ? 'pending' : 'paid',
    kind: row.kind,
    state,
    netCents: row.netCents,
    vatCents: row.vatCents,
    grossCents: row.grossCents,
    openCents: row.openCents,
    from: row.from,
    to: row.to,
    mark: row.mark,
    credits: row.creditsNumber,
  };
}

/** Derives an invoice's state: void, credited in full, paid, late or open. */
function invoiceState(
  { isVoid, grossCents, creditedCents, openCents, dueOn }: InvoiceRow,
  today: string,
): InvoiceState {
  if (isVoid) return 'void';
  if (creditedCents >= grossCents) return 'credited';
  if (openCents <= 0) return 'paid';
  return dueOn < today ? 'overdue' : 'open';
}
