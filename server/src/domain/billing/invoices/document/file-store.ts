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

/** Inserts the files with a mark, or without one, that another run has not inserted meanwhile. Earlier files stay. */
export async function insertFiles(
  tx: Tx,
  { invoiceId, mark }: { invoiceId: string; mark: string | null },
  files: readonly { language: Language; bytes: Buffer }[],
): Promise<void> {
  const made = await listFileLanguages(tx, invoiceId, mark);
  const missing = files.filter(({ language }) => !made.includes(language));
  if (missing.length === 0) return;
  await tx
    .insertInto('invoice_files')
    .values(
      missing.map(({ language, bytes }) => ({
        ...{ invoice_id: invoiceId, language, mark, bytes },
        sha256: createHash('sha256').update(bytes).digest(),
      })),
    )
    .execute();
}
