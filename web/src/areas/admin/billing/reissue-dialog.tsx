import type { Invoice } from '@medcloud/contract/shapes/billing/invoices';
import { useReissueInvoice } from '../../../calls/billing-admin.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

interface ReissueDialogProps {
  invoice: Invoice;
  onClose: () => void;
}

/** Replaces an invoice with a wrong buyer: names the credit note and the new invoice that are issued. */
export function ReissueDialog({ invoice: { id, number, grossCents }, onClose }: ReissueDialogProps) {
  const t = useText('billing/admin.reissue');
  const format = useFormat();
  return (
    <ReasonDialog
      id={id}
      mutation={useReissueInvoice()}
      onClose={onClose}
      title={t('title', { number })}
      text={t('text', { number, amount: format.euros(grossCents) })}
      reasonLabel={t('reason')}
      submitLabel={t('submit')}
      busyLabel={t('submitting')}
      failureTitle={t('failed')}
      done={t('done')}
    />
  );
}
