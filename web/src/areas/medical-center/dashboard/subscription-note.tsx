import { useCenterDashboard } from '../../../calls/medical-center.ts';
import { dayOf } from '../../../lib/dates.ts';
import { later } from '../../../ui/feedback/later.tsx';
import { subscriptionEnds } from './subscription-ends.ts';

const SubscriptionWarning = later(async () => (await import('./subscription-warning.tsx')).SubscriptionWarning);

/** That the center's subscription ends soon, or has: nothing else depends on it (product, "Centers"). */
export function SubscriptionNote() {
  const { data } = useCenterDashboard();
  if (!data || !subscriptionEnds(data.subscription, dayOf(new Date()))) return null;
  return <SubscriptionWarning {...data.subscription} />;
}
