import type { Tx } from '../../database.ts';
import { awaitsVat } from '../parties/await-vat.ts';
import { getBuyer } from '../parties/buyer.ts';
import { enqueueVatCheck } from '../parties/enqueue-vat-check.ts';
import type { IssueContext } from './issue-invoice.ts';

/**
 * Finds why an account's invoice cannot be issued now: the portal has no seller, or VIES must be asked first. Then the
 * check is enqueued, which issues what waits (`issueWaitingOf`). Throws `billing_details_required`.
 */
export async function findHindrance(context: IssueContext, tx: Tx, userId: string): Promise<'seller' | 'vat' | null> {
  if (context.settings.billing.seller === null) return 'seller';
  const buyer = await getBuyer(tx, userId, context.settings.timeZone);
  if (!awaitsVat(context, buyer)) return null;
  await enqueueVatCheck(context, tx, userId, buyer.vatUnavailableSince === null ? 'now' : 'later');
  return 'vat';
}
