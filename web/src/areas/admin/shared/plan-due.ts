import type { DoctorPlan } from '@medcloud/contract/plans';
import { usePublicSettings } from '../../../calls/auth.ts';
import { useFormat } from '../../../text/format.ts';

/** Returns the amount due on a doctor's approval: the plan's whole first period (product, "Prices"); `…` until it is loaded. */
export function useDueOnApproval(plan: DoctorPlan): string {
  const format = useFormat();
  const prices = usePublicSettings().data?.prices.doctor;
  return prices === undefined ? '…' : format.euros(prices[plan].chargedCents);
}
