import type { StatusName } from '../../../ui/data/status-badge.tsx';

/** Returns the word of a doctor's subscription: `expired` once its last day has passed, as administrators see it. */
export function subscriptionBadge(
  status: 'active' | 'pending' | 'inactive',
  end: string | null,
  today: string,
): StatusName {
  if (status !== 'inactive') return status;
  return end !== null && end < today ? 'expired' : 'inactive';
}
