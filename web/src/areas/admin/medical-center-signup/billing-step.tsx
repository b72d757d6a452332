import { screenPath } from '@medcloud/contract/screens';
import { useState } from 'react';
import { Link } from 'react-router';
import { useBillingAccount, useChangePartyOf } from '../../../calls/billing-admin.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';

const PartyDialog = lazyComponent(async () => (await import('../../../billing/party-dialog.tsx')).PartyDialog);

/** Asks for the billing details of a new center, on the page that still shows its password. */
export function BillingStep({ userId, name }: { userId: string; name: string }) {
  const t = useText('admin');
  const { data: account } = useBillingAccount(userId);
  const change = useChangePartyOf(userId);
  const [isOpen, setOpen] = useState(false);
  const hasDetails = account !== undefined && account.party !== null;
  return (
    <Card title={t('center.billing')}>
      <p className="text-body text-ink-muted">{t(hasDetails ? 'center.billingReady' : 'center.billingMissing')}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        {!hasDetails && (
          <Button variant="primary" className="max-sm:w-full" onClick={() => setOpen(true)}>
            {t('center.addBilling')}
          </Button>
        )}
        <Button asChild className="max-sm:w-full">
          <Link to={screenPath('adminBillingAccount', { userId })}>{t('center.toBilling')}</Link>
        </Button>
      </div>
      {isOpen && (
        <PartyDialog
          change={change}
          party={null}
          preset={{ legalName: name, kind: 'business' }}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  );
}
