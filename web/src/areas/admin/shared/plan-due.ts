import { type DoctorPlan, doctorPlans } from '@medcloud/contract/plans';

/** What the approval of a doctor makes due, in cents of EUR: the plan's whole first period (product, "Prices"). */
export function dueOnApproval(plan: DoctorPlan): number {
  return doctorPlans[plan].chargedCents;
}
