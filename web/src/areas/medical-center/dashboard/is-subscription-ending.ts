import type { Reply } from '@medcloud/contract/route';
import type * as routes from '@medcloud/contract/routes/medical-center';

export type Subscription = Reply<typeof routes.dashboard>['subscription'];

const dayMs = 86_400_000;
const warningDays = 14;

/** Whether a center is told of its subscription's end on a day `YYYY-MM-DD`: from 14 days before it, and after it. */
export function isSubscriptionEnding({ status, end }: Subscription, today: string): boolean {
  if (end === null) return false;
  if (status === 'expired') return true;
  return status === 'active' && Date.parse(end) - Date.parse(today) <= warningDays * dayMs;
}
