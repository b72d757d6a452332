import { createHash } from 'node:crypto';
import type { Language } from '@medcloud/contract/languages';
import type { Reader, Tx } from '../../../database.ts';

/** Lists the languages in which a document has a file with a mark; null: one without. */
export async function listFileLanguages(tx: Reader, invoiceId: string, mark: string | null): Promise<Language[]> {
  const rows = await tx
    .selectFrom('invoice_files')
    .select('language')
    .distinct()
    .where('invoice_id', '=', invoiceId)
    .where('mark', 'is not distinct from', mark)
    .execute();
  return rows.map(({ language }) => language);
}

/** Inserts files with a mark, or without one. One that another run has inserted meanwhile stays. The scope reads none. */
export async function insertFiles(
  tx: Tx,
  { invoiceId, mark }: { invoiceId: string; mark: string | null },
  files: readonly { language: Language; bytes: Buffer }[],
): Promise<void> {
  await tx
    .insertInto('invoice_files')
    .values(
      files.map(({ language, bytes }) => ({
        ...{ invoice_id: invoiceId, language, mark, bytes },
        sha256: createHash('sha256').update(bytes).digest(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
