import type { BillingAccountDetails as Account } from '@medcloud/contract/shapes/billing/accounts';
import { useRecordRefund } from '../../../calls/billing-admin.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { useFailure } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';

function OwedRefund({ refund: { creditNoteId, number, cents } }: { refund: Account['refunds'][number] }) {
  const t = useText('billing/admin.refund');
  const format = useFormat();
  const toast = useToast();
  const describeFailure = useFailure();
  const sent = useRecordRefund();
  const amount = format.euros(cents);
  const recordSent = () =>
    sent.mutate({ params: { creditNoteId } }, { onSuccess: () => toast({ title: t('done', { amount }) }) });
  const action = (
    <Button size="small" busy={sent.isPending} busyLabel={t('busy')} onClick={recordSent}>
      {t('sent')}
    </Button>
  );
  return (
    <Note variant="warning" title={t('title', { amount, number })} actions={action} live="off">
      {describeFailure(sent.error) ?? t('text')}
    </Note>
  );
}

/** What credit notes give back by a transfer that the operator makes. */
export function OwedRefunds({ refunds }: Pick<Account, 'refunds'>) {
  return refunds.map((refund) => <OwedRefund key={refund.creditNoteId} refund={refund} />);
}
