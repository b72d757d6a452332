import type { DoctorPlan } from '@medcloud/contract/plans';

/** Parses the preselected plan from `?plan=`. Returns yearly for any other value (specification, section 2). */
export function parsePlanQuery(search: URLSearchParams): DoctorPlan {
  return search.get('plan') === 'monthly' ? 'monthly' : 'yearly';
}
