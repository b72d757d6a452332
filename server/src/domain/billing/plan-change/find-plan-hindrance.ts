import type { FaultCode } from '@medcloud/contract/faults';
import type { PlanHindrance } from '@medcloud/contract/shapes/billing/plan-change';
import type { AppContext } from '../../core/context.ts';
import type { Reader } from '../../database.ts';
import { canAsk } from '../can-ask.ts';
import { isPaymentChecked } from '../overview/reads.ts';
import type { ChargedCenter } from './center-reads.ts';
import { isChosenPlan } from './plans.ts';

/** Finds why a center cannot choose a plan now, or null. */
export async function findPlanHindrance(
  { settings }: Pick<AppContext, 'settings'>,
  tx: Reader,
  { userId, state, plan, hasParty }: ChargedCenter,
): Promise<PlanHindrance | null> {
  if (!isChosenPlan(plan)) return 'agreed';
  if (state === null || state === 'ended' || state === 'awaiting') return 'not_billed';
  if (state === 'past_due' || state === 'suspended') return 'unpaid';
  if (!hasParty) return 'details';
  if (!canAsk(settings)) return 'off';
  return (await isPaymentChecked(tx, userId)) ? 'checking' : null;
}

export const faultOf = {
  agreed: 'plan_agreed',
  not_billed: 'not_billed',
  unpaid: 'payment_overdue',
  details: 'billing_details_required',
  off: 'issuing_off',
  checking: 'payment_in_progress',
} as const satisfies Record<PlanHindrance, FaultCode>;
