import { useCenterDashboard } from '../../../calls/medical-center.ts';
import { dayOf } from '../../../lib/dates.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { isSubscriptionEnding } from './is-subscription-ending.ts';

const SubscriptionWarning = lazyComponent(async () => (await import('./subscription-warning.tsx')).SubscriptionWarning);

/** Warns that the center's subscription ends soon or has ended. It has no other effect (product, "Centers"). */
export function SubscriptionNote() {
  const { data } = useCenterDashboard();
  if (!data || !isSubscriptionEnding(data.subscription, dayOf(new Date()))) return null;
  return <SubscriptionWarning {...data.subscription} />;
}
