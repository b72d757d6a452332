import { formatDay } from '@medcloud/contract/format-day';
import { dayOf } from '../lib/dates.ts';
import { useNow } from '../lib/now.ts';
import { usePublicSettings } from './auth.ts';

/**
 * Returns today in the portal's time zone as `YYYY-MM-DD`: subscriptions, payments and documents are dated by it. Until
 * the zone is loaded, it is the day in the user's zone.
 */
export function useToday(): string {
  const now = new Date(useNow());
  const timeZone = usePublicSettings().data?.timeZone;
  return timeZone === undefined ? dayOf(now) : formatDay(timeZone, now);
}
