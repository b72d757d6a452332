import type { InvoiceState } from '@medcloud/contract';
import { sql } from 'kysely';
import { countRows } from '../../../platform/db/queries/count-rows.ts';
import type { Reader } from '../../database.ts';
import { openCents } from '../ledger/reads.ts';
import { numberOf } from './format-number.ts';

/** A document with what is still owed of it, in cents. */
export interface InvoiceRow {
  id: string;
  kind: 'invoice' | 'credit_note';
  series: string;
  year: number;
  number: number;
  issuedOn: string;
  dueOn: string;
  from: string;
  to: string;
  netCents: number;
  vatCents: number;
  grossCents: number;
  openCents: number;
  /** Of an invoice: the gross of its credit notes. */
  creditedCents: number;
  /** Number of the invoice that a credit note corrects. */
  creditsNumber: string | null;
  /** The tax authority's; null without one. */
  mark: string | null;
  /** It was cancelled and took no effect. */
  isVoid: boolean;
}

/** Selects documents with what is owed and credited, from the ledger. */
function selectInvoices(tx: Reader) {
  return tx
    .selectFrom('invoices as i')
    .select([
      'i.id',
      'i.kind',
      'i.series',
      'i.year',
      'i.number',
      'i.issued_on as issuedOn',
      'i.due_on as dueOn',
      'i.from_day as from',
      'i.to_day as to',
      'i.net_cents as netCents',
      'i.vat_cents as vatCents',
      'i.gross_cents as grossCents',
      sql<string | null>`(SELECT ${numberOf('o')} FROM invoices o WHERE o.id = i.credits_id)`.as('creditsNumber'),
      openCents.as('openCents'),
      sql<number>`(SELECT coalesce(sum(c.gross_cents), 0)::bigint FROM invoices c WHERE c.credits_id = i.id)`.as(
        'creditedCents',
      ),
      sql<string | null>`(SELECT f.mark FROM fiscal_documents f WHERE f.invoice_id = i.id)`.as('mark'),
      sql<boolean>`EXISTS (SELECT FROM fiscal_documents f WHERE f.invoice_id = i.id AND f.state = 'cancelled')`.as(
        'isVoid',
      ),
    ]);
}

/** Position of a document in lists, newest first. */
export interface InvoicePlace {
  issuedOn: string;
  id: string;
}

/** Lists a page of an account's documents, newest first. */
export async function listInvoicePage(
  tx: Reader,
  page: { userId: string; limit: number; after: InvoicePlace | null },
): Promise<InvoiceRow[]> {
  let query = selectInvoices(tx).where('i.user_id', '=', page.userId);
  if (page.after)
    query = query.where(sql<boolean>`(i.issued_on, i.id) < (${page.after.issuedOn}::date, ${page.after.id}::uuid)`);
  return await query.orderBy('i.issued_on', 'desc').orderBy('i.id', 'desc').limit(page.limit).execute();
}

export async function findInvoicePlace(tx: Reader, id: string): Promise<InvoicePlace | null> {
  const row = await tx
    .selectFrom('invoices')
    .select(['id', 'issued_on as issuedOn'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

const maxCount = 1_001;

/** Counts an account's documents, up to 1,001. */
export async function countInvoices(tx: Reader, userId: string): Promise<number> {
  return await countRows(tx, tx.selectFrom('invoices').select('id').where('user_id', '=', userId), maxCount);
}

export interface InvoiceFilter {
  /** A part of the number or of the buyer's name. */
  search: string;
  state: InvoiceState | undefined;
  from: string | undefined;
  to: string | undefined;
  today: string;
}

/** A document in the list of all accounts. */
export interface ListedInvoiceRow extends InvoiceRow {
  userId: string;
  buyer: string;
}

function filterInvoices(tx: Reader, { search, state, from, to, today }: InvoiceFilter) {
  const all = selectInvoices(tx).select([
    'i.user_id as userId',
    sql<string>`i.buyer ->> 'legalName'`.as('buyer'),
    numberOf('i').as('printed'),
  ]);
  let query = tx.selectFrom(all.as('a')).selectAll('a');
  if (search !== '')
    query = query.where(sql<boolean>`position(any_case(${search}) IN any_case(a.printed || ' ' || a.buyer)) > 0`);
  if (from !== undefined) query = query.where('a.issuedOn', '>=', from);
  if (to !== undefined) query = query.where('a.issuedOn', '<=', to);
  return state === undefined ? query : query.where(hasState(state, today));
}

/** As `invoiceState` in `show.ts`. */
function hasState(state: InvoiceState, today: string) {
  const credited = sql`a."creditedCents" >= a."grossCents"`;
  const conditions = {
    void: sql<boolean>`a."isVoid"`,
    credited: sql<boolean>`a.kind = 'invoice' AND ${credited}`,
    paid: sql<boolean>`a.kind = 'invoice' AND NOT ${credited} AND NOT a."isVoid" AND a."openCents" <= 0`,
    overdue: sql<boolean>`a."openCents" > 0 AND NOT ${credited} AND a."dueOn" < ${today}::date`,
    open: sql<boolean>`a."openCents" > 0 AND NOT ${credited} AND a."dueOn" >= ${today}::date`,
  };
  return conditions[state];
}

/** Lists a page of all accounts' documents, newest first. */
export async function listAllInvoices(
  tx: Reader,
  filter: InvoiceFilter,
  page: { limit: number; after: InvoicePlace | null },
): Promise<ListedInvoiceRow[]> {
  let query = filterInvoices(tx, filter);
  if (page.after)
    query = query.where(sql<boolean>`(a."issuedOn", a.id) < (${page.after.issuedOn}::date, ${page.after.id}::uuid)`);
  return await query.orderBy('a.issuedOn', 'desc').orderBy('a.id', 'desc').limit(page.limit).execute();
}

/** Counts all accounts' documents, up to 1,001. */
export async function countAllInvoices(tx: Reader, filter: InvoiceFilter): Promise<number> {
  return await countRows(tx, filterInvoices(tx, filter), maxCount);
}

const maxInvoices = 50; // "Recent Invoices": four a year, so twelve years of the shortest plan

/** Lists an account's latest documents. */
export async function listInvoices(tx: Reader, userId: string): Promise<InvoiceRow[]> {
  return await listInvoicePage(tx, { userId, limit: maxInvoices, after: null });
}
