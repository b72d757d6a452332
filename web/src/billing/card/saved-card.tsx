import type { ReactNode } from 'react';
import type { Billing, BillingSide } from '../../calls/billing.ts';
import { useCardPortal } from '../../calls/card-payments.ts';
import { useText } from '../../text/language.tsx';
import { useFailure } from '../../text/use-error-message.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { CheckoutButton } from './pay-by-card.tsx';
import { rememberPath } from './return-path.ts';

/** Leaves for the provider's page on which the card is changed or removed. */
function PortalButton({ side }: { side: BillingSide }) {
  const t = useText('billing/account.card');
  const describeFailure = useFailure();
  const portal = useCardPortal(side);
  const failure = describeFailure(portal.error);
  const open = () => {
    rememberPath(window.location.pathname);
    portal.mutate({}, { onSuccess: ({ redirectUrl }) => window.location.assign(redirectUrl) });
  };
  return (
    <>
      <Button busy={portal.isPending} busyLabel={t('opening')} onClick={open}>
        {t('manage')}
      </Button>
      {failure !== undefined && <Note variant="danger" title={failure} />}
    </>
  );
}

interface SavedCardProps {
  side: BillingSide;
  billing: Pick<Billing, 'savedCard' | 'due' | 'cancelAtEnd'>;
  /** What the portal knows of the card. */
  children?: ReactNode;
}

/** The card that renewals are charged to, and the provider's page on which it is changed. */
export function SavedCard({ side, billing: { savedCard, due, cancelAtEnd }, children }: SavedCardProps) {
  const t = useText('billing/account.card');
  const what = savedCard ?? (due === null ? 'none' : 'noneYet');
  return (
    <div className="flex flex-col gap-4">
      {savedCard !== null && children}
      <p className="text-body text-ink-muted">{t(what === 'ok' && cancelAtEnd ? 'okCancelled' : what)}</p>
      <div className="flex flex-col gap-2 sm:items-start">
        {savedCard !== null && <PortalButton side={side} />}
        {savedCard !== 'ok' && due === null && (
          <CheckoutButton side={side}>{t(savedCard === null ? 'save' : 'saveOther')}</CheckoutButton>
        )}
      </div>
    </div>
  );
}
