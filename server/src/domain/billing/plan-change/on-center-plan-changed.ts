import type { AppContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import { replaceRequestJob } from '../subscriptions/requests/replace-request.ts';
import { findUpgradeRequest } from './center-reads.ts';
import { setNextPlan, setUpgradeState } from './center-store.ts';

/**
 * Ends what a center chose by itself: an administrator set its plan and storage. A request for the next period is replaced by
 * one at that plan's price.
 */
export async function endPlanChoice(
  { queue }: Pick<AppContext, 'queue'>,
  tx: Tx,
  { userId }: { readonly userId: string },
): Promise<Record<string, never>> {
  const due = await findUpgradeRequest(tx, userId);
  if (due !== null) await setUpgradeState(tx, due.id, 'withdrawn');
  await setNextPlan(tx, userId, null);
  await queue.add(tx, { kind: replaceRequestJob, payload: { userId }, key: userId });
  return {};
}
