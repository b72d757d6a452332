import { useCenterDashboard } from '../../calls/medical-center.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/language.tsx';
import { StatusBadge } from '../../ui/data/status-badge.tsx';

/** Shows the center's plan, subscription status and end date. */
export function CenterSubscription() {
  const t = useText('center');
  const format = useFormat();
  const subscription = useCenterDashboard().data?.subscription;
  if (!subscription) return null;
  const { plan, status, end } = subscription;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 figures">
      {t(`subscription.plan.${plan}`)}
      <StatusBadge status={end === null && status === 'inactive' ? 'no-subscription' : status} />
      {end !== null && t(status === 'expired' ? 'subscription.since' : 'subscription.until', { day: format.day(end) })}
    </span>
  );
}
