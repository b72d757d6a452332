import type { PlanName, PriceVersion } from '@medcloud/contract/shapes/billing/prices';
import type { PlanCode } from '../dues/tables.ts';
import type { PriceVersionRow } from './reads.ts';

const names = {
  'doctor.yearly': 'yearly',
  'doctor.monthly': 'monthly',
  'center.basic': 'basic',
  'center.premium': 'premium',
  'center.enterprise': 'enterprise',
} as const satisfies Record<PlanCode, PlanName>;

const codes = {
  yearly: 'doctor.yearly',
  monthly: 'doctor.monthly',
  basic: 'center.basic',
  premium: 'center.premium',
  enterprise: 'center.enterprise',
} as const satisfies Record<PlanName, PlanCode>;

export const planNameOf = (plan: PlanCode): PlanName => names[plan];
export const planCodeOf = (plan: PlanName): PlanCode => codes[plan];

export function showPriceVersion(row: PriceVersionRow): PriceVersion {
  const { id, plan, centerId, centerName, version, from, periodMonths, monthCents, grossCents, state, isLatest } = row;
  return {
    id,
    plan: planNameOf(plan),
    center: centerId === null ? null : { id: centerId, name: centerName ?? '' },
    version,
    from,
    periodMonths,
    monthCents,
    grossCents,
    state,
    isLatest,
  };
}
