import { newId } from '../../../platform/ids/ids.ts';
import type { AppContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import { moveDues } from '../dues/store.ts';
import { creditPostings } from '../ledger/postings.ts';
import { insertEntry } from '../ledger/store.ts';
import { lockSubscription } from '../subscriptions/store.ts';
import { findDocument, findInvoiceParts } from './document-reads.ts';

/**
 * Takes a voided invoice out of the books by an entry. Its number stays used. What was paid meanwhile becomes the
 * account's money, and its due is asked for no more.
 */
export async function reverseInvoice(
  { clock, random }: Pick<AppContext, 'clock' | 'random'>,
  tx: Tx,
  { invoiceId, day }: { invoiceId: string; day: string },
): Promise<void> {
  const invoice = await findDocument(tx, invoiceId);
  if (invoice === null) throw new Error('A voided invoice is stored.');
  const { userId } = invoice;
  await lockSubscription(tx, userId);
  const postings = creditPostings(invoice, invoiceId, await findInvoiceParts(tx, invoice));
  const entry = { id: newId(clock, random), day, userId, sourceId: invoiceId, actor: null };
  await insertEntry(tx, { ...entry, kind: 'voided', source: 'invoice', postings });
  await moveDues(tx, [invoiceId], { from: 'open', to: 'withdrawn' });
}
