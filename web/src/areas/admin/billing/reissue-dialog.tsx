import type { RefundableInvoice } from '@medcloud/contract/shapes/billing/accounts';
import { useReissueInvoice } from '../../../calls/billing-admin.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

interface ReissueDialogProps {
  invoice: RefundableInvoice;
  onClose: () => void;
}

/** Replaces an invoice with a wrong buyer: names the credit note and the new invoice that are issued. */
export function ReissueDialog({ invoice, onClose }: ReissueDialogProps) {
  const { id, number, grossCents, creditedCents } = invoice;
  const t = useText('billing/admin.reissue');
  const format = useFormat();
  const part = creditedCents > 0 ? 'rest' : 'whole';
  return (
    <ReasonDialog
      id={id}
      mutation={useReissueInvoice()}
      onClose={onClose}
      title={t('title', { number })}
      text={t('text', { part, number, amount: format.euros(grossCents - creditedCents) })}
      reasonLabel={t('reason')}
      submitLabel={t('submit')}
      busyLabel={t('submitting')}
      failureTitle={t('failed')}
      done={t('done')}
    />
  );
}
