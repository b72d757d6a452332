import type { AppContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import { findChargedCenter, findUpgradeRequest } from './center-reads.ts';
import { setUpgradeState } from './center-store.ts';
import { isChosenPlan, quotaOf } from './plans.ts';

/**
 * Ends the request for an upgrade that an account has not paid, if there is one: the center keeps its plan, has that plan's
 * storage again, and owes nothing. The caller has locked the account.
 */
export async function endUpgrade(
  context: Pick<AppContext, 'events'>,
  tx: Tx,
  userId: string,
  to: 'withdrawn' | 'expired',
): Promise<void> {
  const due = await findUpgradeRequest(tx, userId);
  const center = await findChargedCenter(tx, userId);
  if (due === null || center === null) return;
  await setUpgradeState(tx, due.id, to);
  const { centerId, plan, quotaBytes } = center;
  if (!isChosenPlan(plan) || quotaBytes === quotaOf(plan)) return;
  await context.events.emit(tx, 'center_plan_set', { centerId, plan, quotaBytes: quotaOf(plan) });
}
