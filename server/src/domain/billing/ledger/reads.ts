import { sql } from 'kysely';
import type { Reader } from '../../database.ts';
import type { InvoiceAmount } from './postings.ts';

/** Returns a customer's money without an invoice, in cents; below 0 if more was allocated than came in. */
export async function findCredit(tx: Reader, userId: string): Promise<number> {
  const row = await tx
    .selectFrom('ledger_postings')
    .select(sql<number>`coalesce(-sum(cents), 0)::bigint`.as('cents'))
    .where('user_id', '=', userId)
    .where('account', '=', 'unallocated')
    .executeTakeFirstOrThrow();
  return row.cents;
}

/** What is owed of the document `i` of a statement, in cents; 0 of a credit note. */
export const openCents = sql<number>`(SELECT coalesce(sum(p.cents), 0)::bigint FROM ledger_postings p WHERE p.invoice_id = i.id)`;

/** Returns what is owed of an invoice, in cents; 0 of a credit note. */
export async function findOpenCents(tx: Reader, invoiceId: string): Promise<number> {
  const row = await tx
    .selectFrom('ledger_postings')
    .select(sql<number>`coalesce(sum(cents), 0)::bigint`.as('cents'))
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  return row.cents;
}

const maxOpen = 500;

/** Lists a customer's invoices of which something is owed, the earliest due first. */
export async function listOpenInvoices(tx: Reader, userId: string): Promise<InvoiceAmount[]> {
  return await tx
    .selectFrom('invoices as i')
    .innerJoin('ledger_postings as p', 'p.invoice_id', 'i.id')
    .select(['i.id as invoiceId', sql<number>`sum(p.cents)::bigint`.as('cents')])
    .where('i.user_id', '=', userId)
    .groupBy('i.id')
    .having(sql<boolean>`sum(p.cents) > 0`)
    .orderBy('i.due_on')
    .orderBy('i.id')
    .limit(maxOpen)
    .execute();
}

/** Lists what the customer's money has paid of each invoice, the latest first. */
export async function listPaidInvoices(tx: Reader, userId: string): Promise<InvoiceAmount[]> {
  return await tx
    .selectFrom('ledger_postings as p')
    .innerJoin('ledger_entries as e', 'e.id', 'p.entry_id')
    .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
    .select(['i.id as invoiceId', sql<number>`-sum(p.cents)::bigint`.as('cents')])
    .where('i.user_id', '=', userId)
    .where('e.kind', 'in', ['allocated', 'deallocated'])
    .groupBy('i.id')
    .having(sql<boolean>`sum(p.cents) < 0`)
    .orderBy(sql`max(e.id::text)`, 'desc')
    .limit(maxOpen)
    .execute();
}
