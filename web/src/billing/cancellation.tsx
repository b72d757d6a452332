import { useState } from 'react';
import { type Billing, type BillingSide, useCancellation } from '../calls/billing.ts';
import { lazyComponent } from '../lib/lazy-component.tsx';
import { useFormat } from '../text/format.ts';
import { useText } from '../text/language.tsx';
import { useFailure } from '../text/use-error-message.ts';
import { Button } from '../ui/actions/button.tsx';
import { useToast } from '../ui/feedback/toast.tsx';

const ConfirmDialog = lazyComponent(async () => (await import('../ui/overlays/confirm-dialog.tsx')).ConfirmDialog);

/** Resumes a cancelled subscription. */
export function ResumeButton({ side }: { side: BillingSide }) {
  const t = useText('billing/account.cancel');
  const toast = useToast();
  const resume = useCancellation(side);
  const callbacks = {
    onSuccess: () => toast({ title: t('resumed') }),
    onError: () => toast({ variant: 'danger', title: t('failed'), isShownInPage: true }),
  };
  return (
    <Button
      size="small"
      busy={resume.isPending}
      busyLabel={t('resuming')}
      onClick={() => resume.mutate({ body: { cancel: false } }, callbacks)}
    >
      {t('resume')}
    </Button>
  );
}

type CancelledBilling = Pick<Billing, 'subscriptionEndDate' | 'due'>;

function CancelDialog({ side, billing, onClose }: CancelProps & { onClose: () => void }) {
  const t = useText('billing/account.cancel');
  const format = useFormat();
  const toast = useToast();
  const describeFailure = useFailure();
  const cancel = useCancellation(side);
  const { subscriptionEndDate: end, due } = billing;
  const day = end === null ? null : format.longDay(end);
  const confirm = () =>
    cancel.mutate(
      { body: { cancel: true } },
      {
        onSuccess: () => {
          toast({ title: t('done'), text: day === null ? undefined : t('doneText', { day }) });
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('title')}
      text={
        <>
          {day === null ? t('textNoEnd') : t('text', { day })}
          {due !== null && <span className="mt-2 block">{t('owed', { amount: format.euros(due.amountCents) })}</span>}
        </>
      }
      confirmLabel={t('confirm')}
      confirmingLabel={t('busy')}
      cancelLabel={t('keep')}
      onConfirm={confirm}
      busy={cancel.isPending}
      isDangerous
      error={describeFailure(cancel.error)}
    />
  );
}

interface CancelProps {
  side: BillingSide;
  billing: CancelledBilling;
}

/** Ends the subscription at the end of its period, after a question. */
export function CancelButton(props: CancelProps) {
  const t = useText('billing/account.cancel');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="dangerOutline" onClick={() => setOpen(true)}>
        {t('action')}
      </Button>
      {isOpen && <CancelDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
