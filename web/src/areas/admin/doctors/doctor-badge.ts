import type { Doctor } from '@medcloud/contract/shapes/accounts';
import type { StatusName } from '../../../ui/data/status-badge.tsx';

/**
 * Returns `unverified` for an unverified doctor, otherwise Active, Pending, Inactive or Unknown by the subscription
 * (specification, section 2).
 */
export function doctorBadge(doctor: { isVerified: boolean; subscriptionStatus: string }): StatusName {
  if (!doctor.isVerified) return 'unverified';
  const known = ['active', 'pending', 'inactive'] as const satisfies Doctor['subscriptionStatus'][];
  return known.find((status) => status === doctor.subscriptionStatus) ?? 'unknown';
}
