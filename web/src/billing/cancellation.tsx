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

type Cancellation = NonNullable<Billing['cancellation']>;

function CancelDialog({
  side,
  cancellation: { lastDay, owedCents },
  onClose,
}: {
  side: BillingSide;
  cancellation: Cancellation;
  onClose: () => void;
}) {
  const t = useText('billing/account.cancel');
  const format = useFormat();
  const toast = useToast();
  const describeFailure = useFailure();
  const cancel = useCancellation(side);
  const day = lastDay === null ? null : format.longDay(lastDay);
  const over = t(side === 'doctor' ? 'textOver' : 'textOverCenter');
  const confirm = () =>
    cancel.mutate(
      { body: { cancel: true } },
      {
        onSuccess: () => {
          toast({ title: t('done'), text: day === null ? t('doneOver') : t('doneText', { day }) });
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
          {day === null ? over : t('text', { day })}
          {owedCents > 0 && <span className="mt-2 block">{t('owed', { amount: format.euros(owedCents) })}</span>}
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

/** Ends the subscription at the end of its period, after a question; nothing where there is none to cancel. */
export function CancelButton({ side, billing }: { side: BillingSide; billing: Pick<Billing, 'cancellation'> }) {
  const t = useText('billing/account.cancel');
  const [asked, setAsked] = useState<Cancellation | null>(null);
  const { cancellation } = billing;
  return (
    <>
      {cancellation && (
        <Button variant="dangerOutline" onClick={() => setAsked(cancellation)}>
          {t('action')}
        </Button>
      )}
      {asked && <CancelDialog side={side} cancellation={asked} onClose={() => setAsked(null)} />}
    </>
  );
}
