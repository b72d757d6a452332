import { type AppContext, today } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import type { BillingCause } from '../cause.ts';
import { createDue } from '../dues/create-due.ts';
import { findPriceVersionOf } from '../dues/reads.ts';
import { findUpgradeRequest, listPaidDays } from './center-reads.ts';
import { setUpgradeState } from './center-store.ts';
import { computeUpgrade } from './compute-upgrade.ts';

/**
 * Replaces a center's unpaid request for an upgrade after it paid the next period at its plan's price: the upgrade is for
 * those days too. It is payable by the same day. The caller has locked the account.
 */
export async function renewUpgradeRequest(
  context: Pick<AppContext, 'clock' | 'random' | 'settings'>,
  tx: Tx,
  cause: BillingCause,
  userId: string,
): Promise<void> {
  const due = await findUpgradeRequest(tx, userId);
  if (due === null) return;
  const price = await findPriceVersionOf(tx, due.price.id);
  const cost = computeUpgrade(await listPaidDays(tx, userId, today(context)), price, today(context));
  if (cost === null || cost.to === due.to) return;
  await setUpgradeState(tx, due.id, 'withdrawn');
  const { kind, dueOn } = due;
  await createDue(context, tx, cause, { userId, kind, dueOn, price, ...cost });
}
