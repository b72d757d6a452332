import type { FiscalState } from '@medcloud/contract/shapes/billing/fiscal';
import { sql } from 'kysely';
import { countRows } from '../../../platform/db/queries/count-rows.ts';
import type { Reader } from '../../database.ts';
import { pendingStates } from './states.ts';

const columns = [
  'f.invoice_id as invoiceId',
  'f.driver',
  'f.state',
  'f.document_type as type',
  'f.uid',
  'f.corrects_mark as correctsMark',
  'f.mark',
  'f.auth_code as authCode',
  'f.qr_url as qrUrl',
  'f.cancel_mark as cancelMark',
  'f.tries',
  'f.error_code as errorCode',
  'f.next_try_at as nextTryAt',
  'f.mail_at as mailAt',
] as const;

/** Finds what became of a document at the tax authority; null if it is not reported. */
export async function findFiscal(tx: Reader, invoiceId: string) {
  const row = await tx
    .selectFrom('fiscal_documents as f')
    .select(columns)
    .where('f.invoice_id', '=', invoiceId)
    .executeTakeFirst();
  return row ?? null;
}
export type FiscalRow = NonNullable<Awaited<ReturnType<typeof findFiscal>>>;

/** As `checkVoidable` of `void-invoice.ts`. */
const isVoidable = (day: string) => sql<boolean>`f.state = 'accepted' AND f.driver = 'mydata' AND i.kind = 'invoice'
  AND i.issued_on = ${day}::date AND NOT EXISTS (SELECT FROM invoices c WHERE c.credits_id = i.id)
  AND i.gross_cents = (SELECT coalesce(sum(p.cents), 0) FROM ledger_postings p WHERE p.invoice_id = i.id)`;

const selectListed = (tx: Reader, day: string) =>
  tx
    .selectFrom('fiscal_documents as f')
    .innerJoin('invoices as i', 'i.id', 'f.invoice_id')
    .select([
      ...columns,
      'i.user_id as userId',
      'i.kind',
      'i.series',
      'i.year',
      'i.number',
      'i.issued_on as issuedOn',
      'i.gross_cents as grossCents',
      sql<string>`i.buyer ->> 'legalName'`.as('buyer'),
      isVoidable(day).as('isVoidable'),
    ]);
export type ListedFiscalRow = Awaited<ReturnType<ReturnType<typeof selectListed>['executeTakeFirstOrThrow']>>;

export async function findListedFiscal(tx: Reader, invoiceId: string, day: string): Promise<ListedFiscalRow | null> {
  const row = await selectListed(tx, day).where('f.invoice_id', '=', invoiceId).executeTakeFirst();
  return row ?? null;
}

/** Lists a page of documents in some states on a day, the latest first. Ids of documents follow their time. */
export async function listFiscal(
  tx: Reader,
  { states, day }: { states: readonly FiscalState[]; day: string },
  page: { limit: number; after: string | null },
): Promise<ListedFiscalRow[]> {
  let query = selectListed(tx, day).where('f.state', 'in', states);
  if (page.after !== null) query = query.where('f.invoice_id', '<', page.after);
  return await query.orderBy('f.invoice_id', 'desc').limit(page.limit).execute();
}

const maxCount = 1_001;

/** Counts documents in some states, up to 1,001. */
export async function countFiscal(tx: Reader, states: readonly FiscalState[]): Promise<number> {
  return await countRows(
    tx,
    tx.selectFrom('fiscal_documents').select('invoice_id').where('state', 'in', states),
    maxCount,
  );
}

/** Counts documents that the authority refused, and those that it does not have for 24 hours. */
export async function countUnreported(tx: Reader): Promise<{ rejected: number; late: number }> {
  return await tx
    .selectFrom('fiscal_documents')
    .select([
      sql<number>`count(*) FILTER (WHERE state = 'rejected')`.as('rejected'),
      sql<number>`count(*) FILTER (WHERE created_at < app_now() - interval '24 hours')`.as('late'),
    ])
    .where('state', 'in', pendingStates)
    .executeTakeFirstOrThrow();
}

/** Reads a document as it is reported, with its lines. `isPaid`: it was issued with its payment. */
export async function findReportedDocument(tx: Reader, invoiceId: string) {
  const row = await tx
    .selectFrom('invoices as i')
    .select([
      'i.series',
      'i.year',
      'i.number',
      'i.issued_on as issuedOn',
      'i.seller',
      'i.buyer',
      'i.tax_case as taxCase',
      sql<boolean>`EXISTS (SELECT FROM ledger_entries e WHERE e.kind = 'allocated' AND e.source = 'invoice' AND e.source_id = i.id)`.as(
        'isPaid',
      ),
    ])
    .where('i.id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  const lines = await tx
    .selectFrom('invoice_lines')
    .select([
      'net_cents as netCents',
      'vat_cents as vatCents',
      'mydata_category as vatCategory',
      'exemption',
      'income_category as incomeCategory',
      'income_type as incomeType',
    ])
    .where('invoice_id', '=', invoiceId)
    .orderBy('position')
    .limit(maxCount)
    .execute();
  return { ...row, lines };
}
