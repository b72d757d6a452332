import { createHash } from 'node:crypto';
import type { Tx } from '../../database.ts';
import { type InvoiceColumns, insertInvoice, type LineColumns } from './store.ts';

/**
 * Inserts a document and returns its SHA-256 in hex, over its columns and lines with sorted keys. The audit log keeps it
 * too, so that a later change of the row is noticed.
 */
export async function insertDocument(
  tx: Tx,
  document: Omit<InvoiceColumns, 'sha256'>,
  lines: readonly LineColumns[],
): Promise<string> {
  const sha256 = createHash('sha256')
    .update(toSortedJson({ ...document, lines }))
    .digest();
  await insertInvoice(tx, { ...document, sha256 }, lines);
  return sha256.toString('hex');
}

function toSortedJson(value: object): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
