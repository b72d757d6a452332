import { sql } from 'kysely';
import type { Reader } from '../../database.ts';
import type { InvoiceAmount } from './postings.ts';

/** Returns a customer's money without an invoice, in cents; below 0 if more was allocated than came in. */
export async function findCredit(tx: Reader, userId: string): Promise<number> {
  return (await findCredits(tx, [userId])).get(userId) ?? 0;
}

/** Finds the money without an invoice of each customer that ever had some, in cents. */
export async function findCredits(tx: Reader, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('ledger_postings')
    .select([sql<string>`user_id`.as('userId'), sql<number>`-sum(cents)::bigint`.as('cents')])
    .where('user_id', 'in', userIds)
    .where('account', '=', 'unallocated')
    .groupBy('user_id')
    .execute();
  return new Map(rows.map(({ userId, cents }) => [userId, cents]));
}

/** What is owed of the document `i` of a statement, in cents; 0 of a credit note. */
export const openCents = sql<number>`(SELECT coalesce(sum(p.cents), 0)::bigint FROM ledger_postings p WHERE p.invoice_id = i.id)`;

/** Returns what is owed of an invoice, in cents; 0 of a credit note. */
export async function findOpenCents(tx: Reader, invoiceId: string): Promise<number> {
  return (await sumOpenCents(tx, [invoiceId])).get(invoiceId) ?? 0;
}

/** Adds up what is owed of each invoice that has postings, in cents. */
export async function sumOpenCents(tx: Reader, invoiceIds: readonly string[]): Promise<Map<string, number>> {
  if (invoiceIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('ledger_postings')
    .select([sql<string>`invoice_id`.as('invoiceId'), sql<number>`sum(cents)::bigint`.as('cents')])
    .where('invoice_id', 'in', invoiceIds)
    .groupBy('invoice_id')
    .execute();
  return new Map(rows.map(({ invoiceId, cents }) => [invoiceId, cents]));
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

/** Returns what was written off of an invoice, in cents, also if a credit note took it back. */
export async function findWrittenOff(tx: Reader, invoiceId: string): Promise<number> {
  const row = await tx
    .selectFrom('ledger_postings as p')
    .innerJoin('ledger_entries as e', 'e.id', 'p.entry_id')
    .select(sql<number>`coalesce(-sum(p.cents), 0)::bigint`.as('cents'))
    .where('p.invoice_id', '=', invoiceId)
    .where('e.kind', '=', 'written_off')
    .executeTakeFirstOrThrow();
  return row.cents;
}
