import type { Language } from '@medcloud/contract/languages';
import { sql } from 'kysely';
import type { JsonValue } from '../../../platform/db/json.ts';
import type { Reader } from '../../database.ts';
import type { InvoiceParts } from '../ledger/postings.ts';
import { findOpenCents, findWrittenOff, openCents } from '../ledger/reads.ts';
import { numberOf } from './format-number.ts';

/** A document to be corrected, with its line's tax. */
export interface Document {
  id: string;
  userId: string;
  kind: 'invoice' | 'credit_note';
  series: string;
  year: number;
  number: number;
  issuedOn: string;
  from: string;
  to: string;
  seller: JsonValue;
  buyer: JsonValue;
  language: Language;
  taxCase: string;
  netCents: number;
  vatCents: number;
  grossCents: number;
  basisPoints: number;
  mydataCategory: number;
  exemption: number | null;
  incomeCategory: string;
  incomeType: string;
}

/** Finds a document with the tax of its first line; each of ours has one line. */
export async function findDocument(tx: Reader, id: string): Promise<Document | null> {
  const row = await tx
    .selectFrom('invoices as i')
    .innerJoin('invoice_lines as l', (join) => join.onRef('l.invoice_id', '=', 'i.id').on('l.position', '=', 1))
    .select([
      'i.id',
      'i.user_id as userId',
      'i.kind',
      'i.series',
      'i.year',
      'i.number',
      'i.issued_on as issuedOn',
      'i.from_day as from',
      'i.to_day as to',
      'i.seller',
      'i.buyer',
      'i.language',
      'i.tax_case as taxCase',
      'i.net_cents as netCents',
      'i.vat_cents as vatCents',
      'i.gross_cents as grossCents',
      'l.basis_points as basisPoints',
      'l.mydata_category as mydataCategory',
      'l.exemption',
      'l.income_category as incomeCategory',
      'l.income_type as incomeType',
    ])
    .where('i.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Sums of a document's credit notes, in cents. */
export async function sumCreditNotes(tx: Reader, invoiceId: string): Promise<{ netCents: number; vatCents: number }> {
  return await tx
    .selectFrom('invoices')
    .select([
      sql<number>`coalesce(sum(net_cents), 0)::bigint`.as('netCents'),
      sql<number>`coalesce(sum(vat_cents), 0)::bigint`.as('vatCents'),
    ])
    .where('credits_id', '=', invoiceId)
    .executeTakeFirstOrThrow();
}

/** Returns what earlier credit notes left of an invoice. */
export async function findInvoiceParts(tx: Reader, { id, grossCents }: Document): Promise<InvoiceParts> {
  const credited = await sumCreditNotes(tx, id);
  return {
    leftCents: grossCents - credited.netCents - credited.vatCents,
    openCents: await findOpenCents(tx, id),
    writtenOffCents: await findWrittenOff(tx, id),
  };
}

/** A document as its mail names it. Amounts are cents. */
export async function findMailedDocument(tx: Reader, id: string) {
  const row = await tx
    .selectFrom('invoices as i')
    .leftJoin('invoices as c', 'c.id', 'i.credits_id')
    .leftJoin('fiscal_documents as f', 'f.invoice_id', 'i.id')
    .select([
      'i.kind',
      'i.user_id as userId',
      'i.series',
      'i.year',
      'i.number',
      'i.due_on as dueOn',
      'i.rf',
      'i.gross_cents as grossCents',
      openCents.as('openCents'),
      sql<string>`coalesce(${numberOf('c')}, '')`.as('credited'),
      'f.driver',
      'f.mark',
    ])
    .where('i.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { driver, mark, ...document } = row;
  return { ...document, report: driver === 'mydata' ? { mark } : null };
}
