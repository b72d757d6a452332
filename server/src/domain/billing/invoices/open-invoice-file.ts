import type { Language } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { sql } from 'kysely';
import { isUuid } from '../../../platform/ids/ids.ts';
import type { AdminScope, CenterScope, DoctorScope } from '../../authorization/scope.ts';
import type { DbContext } from '../../core/context.ts';
import type { Reader } from '../../database.ts';
import { formatNumber } from './format-number.ts';

interface InvoiceFile {
  name: string;
  mediaType: string;
  bytes: () => Iterable<Uint8Array>;
}

/**
 * Opens a document's PDF in a language, by default its own. Throws `not_found` for a document of another account,
 * `invoice_preparing` until the file is made.
 */
export async function openInvoiceFile(
  { db }: DbContext,
  scope: AdminScope | CenterScope | DoctorScope,
  id: string,
  language: Language | undefined,
): Promise<InvoiceFile> {
  if (!isUuid(id)) throw new Fault('not_found');
  return await db.read(scope, async (tx) => {
    const document = await findNumber(tx, id);
    if (document === null) throw new Fault('not_found');
    const bytes = await findBytes(tx, id, language ?? document.language);
    if (bytes === null) throw new Fault('invoice_preparing');
    return { name: `${formatNumber(document)}.pdf`, mediaType: 'application/pdf', bytes: () => [bytes] };
  });
}

async function findNumber(tx: Reader, id: string) {
  const row = await tx
    .selectFrom('invoices')
    .select(['series', 'year', 'number', 'language'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Finds the latest file: one that has the tax authority's mark replaces an earlier one without. */
async function findBytes(tx: Reader, id: string, language: Language): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('invoice_files')
    .select('bytes')
    .where('invoice_id', '=', id)
    .where('language', '=', language)
    .orderBy(sql`mark IS NOT NULL`, 'desc')
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.bytes ?? null;
}
