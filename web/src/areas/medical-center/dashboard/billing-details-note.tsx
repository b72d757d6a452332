import { useState } from 'react';
import { useSession } from '../../../app/session/session.tsx';
import { useChangeParty } from '../../../calls/billing.ts';
import { useCenterDashboard } from '../../../calls/medical-center.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';

const PartyDialog = lazyComponent(async () => (await import('../../../billing/party-dialog.tsx')).PartyDialog);

type Asked = 'atOnce' | 'onPress' | 'never';

/** Asks at once at the first sign-in, until the details are given or put off. */
function useAsked(onClose: () => void) {
  const { isFirstSignIn, endFirstSignIn } = useSession();
  const [isOpen, setOpen] = useState(false);
  const asked: Asked = isFirstSignIn ? 'atOnce' : isOpen ? 'onPress' : 'never';
  const close = () => {
    setOpen(false);
    endFirstSignIn();
    onClose();
  };
  return { asked, open: () => setOpen(true), close };
}

/**
 * Asks a center to whom its invoices are issued: a dialog at its first sign-in, and a note while they are missing.
 * Dismissed, the note returns when the screen is opened again.
 */
export function BillingDetailsNote() {
  const t = useText('center');
  const { medicalCenter } = useSession();
  const { data, refetch } = useCenterDashboard();
  const change = useChangeParty('center');
  const [isDismissed, setDismissed] = useState(false);
  const { asked, open, close } = useAsked(() => void refetch());
  if (!data || data.hasBillingDetails) return null;
  const plan = t(`subscription.plan.${data.subscription.plan}`);
  const title = t('billingDetails.title');
  return (
    <>
      {!isDismissed && (
        <div className="mb-5">
          <Note
            title={title}
            actions={
              <Button size="small" onClick={open}>
                {t('billingDetails.action')}
              </Button>
            }
            onDismiss={() => setDismissed(true)}
            live="off"
          >
            {t('billingDetails.text', { plan })}
          </Note>
        </div>
      )}
      {asked !== 'never' && (
        <PartyDialog
          change={change}
          party={null}
          preset={{ legalName: medicalCenter?.name ?? '' }}
          {...(asked === 'atOnce' && { asks: { title, text: t('billingDetails.askText', { plan }) } })}
          onClose={close}
        />
      )}
    </>
  );
}
