import type { Tx } from '../../database.ts';
import { awaitsVat } from '../parties/await-vat.ts';
import { findBuyer } from '../parties/buyer.ts';
import { enqueueVatCheck } from '../parties/enqueue-vat-check.ts';
import type { IssueContext } from './issue-invoice.ts';

/**
 * Finds why an account's invoice cannot be issued now: the portal has no seller, the account no billing details, or VIES must
 * be asked first. Then the check is enqueued, which issues what waits (`issueWaitingOf`), as the change of details does.
 */
export async function findHindrance(
  context: IssueContext,
  tx: Tx,
  userId: string,
): Promise<'seller' | 'details' | 'vat' | null> {
  if (context.settings.billing.seller === null) return 'seller';
  const buyer = await findBuyer(tx, userId, context.settings.timeZone);
  if (buyer === null) return 'details';
  if (!awaitsVat(context, buyer)) return null;
  await enqueueVatCheck(context, tx, userId, buyer.vatUnavailableSince === null ? 'now' : 'later');
  return 'vat';
}
