import type { DoctorPlan } from '@medcloud/contract/plans';

/** The plan of `?plan=`, which preselects it; yearly where it names none (specification, section 2). */
export function parsePlanQuery(search: URLSearchParams): DoctorPlan {
  return search.get('plan') === 'monthly' ? 'monthly' : 'yearly';
}
