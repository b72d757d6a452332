import { screens } from '@medcloud/contract/screens';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCenterDashboard } from '../../../calls/medical-center.ts';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';

/** Asks a center to whom its invoices are issued. Dismissed, it returns when the screen is opened again. */
export function BillingDetailsNote() {
  const t = useText('center');
  const { data } = useCenterDashboard();
  const [isDismissed, setDismissed] = useState(false);
  if (!data || data.hasBillingDetails || isDismissed) return null;
  const action = (
    <Button asChild size="small">
      <Link to={screens.centerBilling}>{t('billingDetails.action')}</Link>
    </Button>
  );
  return (
    <div className="mb-5">
      <Note title={t('billingDetails.title')} actions={action} onDismiss={() => setDismissed(true)} live="off">
        {t('billingDetails.text', { plan: t(`subscription.plan.${data.subscription.plan}`) })}
      </Note>
    </div>
  );
}
