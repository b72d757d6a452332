import { setImmediate } from 'node:timers/promises';
import { type Language, languages } from '@medcloud/contract/languages';
import { systemScope } from '../../../authorization/authorize.ts';
import type { AppContext } from '../../../core/context.ts';
import type { Reader, Tx } from '../../../database.ts';
import { describeDocument } from './describe-document.ts';
import { findStoredDocument, listStoredLines } from './document-reads.ts';
import { insertFiles, listFileLanguages } from './file-store.ts';
import { writeInvoicePdf } from './write-invoice-pdf.ts';

/** The job that makes a document's files. Its payload is `{ invoiceId }`. */
export const invoiceFilesJob = 'invoice-pdf';

/** Enqueues the files of a document in the transaction that issues it, and in the one that stores its mark. */
export async function enqueueInvoiceFiles(
  { queue }: Pick<AppContext, 'queue'>,
  tx: Tx,
  invoiceId: string,
): Promise<void> {
  await queue.add(tx, { kind: invoiceFilesJob, payload: { invoiceId }, key: invoiceId });
}

/**
 * Makes a document's file in each language and keeps it: from then on everybody gets the same bytes. One that has been
 * made before the tax authority gave a mark stays, beside a second one with the mark. A repeated run changes nothing.
 * Writing one takes about 20 ms; other work runs between two.
 */
export async function makeInvoiceFiles(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  invoiceId: string,
): Promise<void> {
  const stored = await db.read(systemScope('billing'), (tx) => readDocument(tx, invoiceId));
  if (stored === null) return;
  const { document, lines, made } = stored;
  const files: { language: Language; bytes: Buffer }[] = [];
  for (const language of languages) {
    if (made.includes(language)) continue;
    const { bank } = settings.billing;
    files.push({ language, bytes: await writeInvoicePdf(describeDocument(document, lines, { bank, language })) });
    await setImmediate();
  }
  if (files.length === 0) return;
  const { mark } = document;
  await db.within(systemScope('invoice-files'), (tx) => insertFiles(tx, { invoiceId, mark }, files));
}

async function readDocument(tx: Reader, invoiceId: string) {
  const document = await findStoredDocument(tx, invoiceId);
  if (document === null) return null;
  const lines = await listStoredLines(tx, invoiceId);
  return { document, lines, made: await listFileLanguages(tx, invoiceId, document.mark) };
}
