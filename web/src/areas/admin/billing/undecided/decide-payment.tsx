import { useRecordUndecided, useSendBackUndecided } from '../../../../calls/billing-admin.ts';
import { useText } from '../../../../text/language.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';

interface DecidePaymentProps {
  id: string;
  decision: 'record' | 'sendBack';
  /** What came, in words. */
  received: string;
  onClose: () => void;
}

/** Records a card payment that is not what was asked, or gives it back, with a reason. */
export function DecidePayment({ decision, ...props }: DecidePaymentProps) {
  return decision === 'record' ? <Record {...props} /> : <SendBack {...props} />;
}

function Record({ received, ...props }: Omit<DecidePaymentProps, 'decision'>) {
  const t = useText('billing/admin.undecided');
  return (
    <ReasonDialog
      {...props}
      mutation={useRecordUndecided()}
      title={t('recordTitle', { received })}
      text={t('recordText')}
      reasonLabel={t('reason')}
      submitLabel={t('record')}
      busyLabel={t('recording')}
      failureTitle={t('recordFailed')}
      done={t('recorded')}
      isDangerous={false}
    />
  );
}

function SendBack({ received, ...props }: Omit<DecidePaymentProps, 'decision'>) {
  const t = useText('billing/admin.undecided');
  return (
    <ReasonDialog
      {...props}
      mutation={useSendBackUndecided()}
      title={t('sendBackTitle', { received })}
      text={t('sendBackText')}
      reasonLabel={t('reason')}
      submitLabel={t('sendBack')}
      busyLabel={t('sendingBack')}
      failureTitle={t('sendBackFailed')}
      done={t('sentBack')}
    />
  );
}
