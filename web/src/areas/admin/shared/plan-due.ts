import { type DoctorPlan, doctorPlans } from '@medcloud/contract/plans';

/** Returns the amount due on a doctor's approval in cents of EUR: the plan's whole first period (product, "Prices"). */
export function dueOnApproval(plan: DoctorPlan): number {
  return doctorPlans[plan].chargedCents;
}
