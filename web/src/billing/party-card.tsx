import type { BillingParty } from '@medcloud/contract/shapes/billing/party';
import { useState } from 'react';
import { type BillingSide, useChangeParty } from '../calls/billing.ts';
import { lazyComponent } from '../lib/lazy-component.tsx';
import { useText, useUiText } from '../text/language.tsx';
import { Button } from '../ui/actions/button.tsx';
import { Card } from '../ui/layout/card.tsx';
import { PartyFacts } from './party-facts.tsx';
import type { PartyPreset } from './party-form.ts';

const PartyDialog = lazyComponent(async () => (await import('./party-dialog.tsx')).PartyDialog);

interface PartyCardProps {
  side: BillingSide;
  party: BillingParty | null;
  preset: PartyPreset;
}

/** Shows to whom invoices are issued, with a button that changes it. */
export function PartyCard({ side, party, preset }: PartyCardProps) {
  const t = useText('billing/account.details');
  const ui = useUiText();
  const change = useChangeParty(side);
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={t('title')}>
      {party === null ? <p className="text-body text-ink-muted">{t('none')}</p> : <PartyFacts party={party} />}
      <Button
        variant={party === null ? 'primary' : 'quiet'}
        className="mt-4 max-sm:w-full"
        onClick={() => setOpen(true)}
      >
        {party === null ? t('add') : ui('action.edit')}
      </Button>
      {isOpen && <PartyDialog change={change} party={party} preset={preset} onClose={() => setOpen(false)} />}
    </Card>
  );
}
