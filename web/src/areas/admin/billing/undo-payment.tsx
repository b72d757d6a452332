import { useUndoPayment } from '../../../calls/billing-admin.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

interface UndoPaymentProps {
  payment: { id: string; cents: number };
  onClose: () => void;
}

/** Reverses a payment that was recorded by mistake, with a reason. */
export function UndoPayment({ payment, onClose }: UndoPaymentProps) {
  const t = useText('billing/admin.payment');
  const format = useFormat();
  return (
    <ReasonDialog
      id={payment.id}
      mutation={useUndoPayment()}
      onClose={onClose}
      title={t('undoTitle', { amount: format.euros(payment.cents) })}
      text={t('undoText')}
      reasonLabel={t('reason')}
      submitLabel={t('undo')}
      busyLabel={t('undoing')}
      failureTitle={t('undoFailed')}
      done={t('undone')}
    />
  );
}
