import type { User } from '@medcloud/contract/shapes/accounts';
import type { StatusName } from '../../../ui/data/status-badge.tsx';

type Subscription = Pick<User, 'role' | 'subscriptionStartDate' | 'subscriptionEndDate' | 'subscriptionStatus'>;

/**
 * What the list says of a user's subscription on a day `YYYY-MM-DD`, whose end day still counts (specification,
 * section 4): nothing for administrators, No Subscription without an end, Expired once the end has passed, whatever is
 * stored, Pending until its first day.
 */
export function subscriptionLabel(user: Subscription, today: string): StatusName | 'not-applicable' {
  if (user.role === 'admin') return 'not-applicable';
  if (user.subscriptionEndDate === null) return 'no-subscription';
  if (user.subscriptionEndDate < today) return 'expired';
  const { subscriptionStatus: status, subscriptionStartDate: start } = user;
  return status === 'pending' && start !== null && start <= today ? 'active' : status;
}
