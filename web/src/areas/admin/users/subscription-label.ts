import type { User } from '@medcloud/contract/shapes/accounts';
import type { StatusName } from '../../../ui/data/status-badge.tsx';

type Subscription = Pick<
  User,
  'role' | 'member' | 'subscriptionStartDate' | 'subscriptionEndDate' | 'subscriptionStatus'
>;

/**
 * Returns the list's label for a user's subscription on a day `YYYY-MM-DD` (specification, section 4). The end day
 * still counts. Administrators and members of centers have none. Without an end date it is No Subscription, after the end Expired regardless
 * of the stored status, and before the first day Pending.
 */
export function subscriptionLabel(user: Subscription, today: string): StatusName | 'not-applicable' {
  if (user.role === 'admin' || user.member !== undefined) return 'not-applicable';
  if (user.subscriptionEndDate === null) return 'no-subscription';
  if (user.subscriptionEndDate < today) return 'expired';
  const { subscriptionStatus: status, subscriptionStartDate: start } = user;
  return status === 'pending' && start !== null && start <= today ? 'active' : status;
}
