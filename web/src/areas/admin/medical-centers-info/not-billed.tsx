import { screenPath } from '@medcloud/contract/screens';
import type { MedicalCenterDetails } from '@medcloud/contract/shapes/accounts';
import { Link } from 'react-router';
import { useText } from '../../../text/language.tsx';

/** Says why a center has no subscription, and leads to where it begins. */
export function NotBilled({ center }: { center: MedicalCenterDetails }) {
  const t = useText('admin.lists');
  const { userId, subscriptionStatus, subscriptionStart } = center;
  if (subscriptionStatus !== 'inactive' || subscriptionStart !== null) return null;
  return (
    <p className="text-body text-ink-muted">
      {t('info.notBilled')}{' '}
      <Link to={screenPath('adminBillingAccount', { userId })} className="text-primary-text underline">
        {t('info.startBilling')}
      </Link>
    </p>
  );
}
