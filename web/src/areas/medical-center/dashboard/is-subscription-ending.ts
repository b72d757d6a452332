import type { Reply } from '@medcloud/contract/route';
import type * as routes from '@medcloud/contract/routes/medical-center';

export type Subscription = Reply<typeof routes.dashboard>['subscription'];

const dayMs = 86_400_000;
const warningDays = 14;

/**
 * Returns whether a center sees the warning on a day `YYYY-MM-DD`: from 14 days before its subscription's end, and
 * after it.
 */
export function isSubscriptionEnding({ status, end }: Subscription, today: string): boolean {
  if (end === null) return false;
  if (status === 'expired') return true;
  return status === 'active' && Date.parse(end) - Date.parse(today) <= warningDays * dayMs;
}
