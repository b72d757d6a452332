import type { Reader } from '../../../database.ts';
import { openCents } from '../../ledger/reads.ts';

/** A stored document with what is left to pay of it, and the document that it corrects. */
export async function findStoredDocument(tx: Reader, id: string) {
  const row = await tx
    .selectFrom('invoices as i')
    .leftJoin('invoices as c', 'c.id', 'i.credits_id')
    .leftJoin('fiscal_documents as f', 'f.invoice_id', 'i.id')
    .select([
      'i.kind',
      'i.series',
      'i.year',
      'i.number',
      'i.issued_on as issuedOn',
      'i.due_on as dueOn',
      'i.from_day as from',
      'i.to_day as to',
      'i.seller',
      'i.buyer',
      'i.tax_case as taxCase',
      'i.rf',
      'i.reason',
      'i.created_at as createdAt',
      'c.series as creditedSeries',
      'c.year as creditedYear',
      'c.number as creditedNumber',
      'f.mark',
      'f.uid',
      'f.auth_code as authCode',
      'f.qr_url as qrUrl',
      openCents.as('openCents'),
    ])
    .where('i.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}
export type StoredDocument = NonNullable<Awaited<ReturnType<typeof findStoredDocument>>>;

const maxLines = 1_000;

export async function listStoredLines(tx: Reader, invoiceId: string) {
  return await tx
    .selectFrom('invoice_lines')
    .select([
      'text_en as textEn',
      'text_el as textEl',
      'quantity',
      'net_cents as netCents',
      'basis_points as basisPoints',
      'vat_cents as vatCents',
      'gross_cents as grossCents',
      'exemption',
    ])
    .where('invoice_id', '=', invoiceId)
    .orderBy('position')
    .limit(maxLines)
    .execute();
}
export type StoredLine = Awaited<ReturnType<typeof listStoredLines>>[number];
