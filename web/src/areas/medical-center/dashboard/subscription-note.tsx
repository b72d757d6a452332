import { useCenterDashboard } from '../../../calls/medical-center.ts';
import { useToday } from '../../../calls/today.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { isSubscriptionEnding } from './is-subscription-ending.ts';

const SubscriptionWarning = lazyComponent(async () => (await import('./subscription-warning.tsx')).SubscriptionWarning);

/** Warns that the center's subscription ends soon or has ended. It has no other effect (product, "Centers"). */
export function SubscriptionNote() {
  const { data } = useCenterDashboard();
  const today = useToday();
  if (!data || !isSubscriptionEnding(data.subscription, today)) return null;
  return <SubscriptionWarning {...data.subscription} />;
}
