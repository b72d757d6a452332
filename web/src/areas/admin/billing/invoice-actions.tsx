import type { RefundableInvoice } from '@medcloud/contract/shapes/billing/accounts';
import { Download, Ellipsis, FileMinus, Mail, Replace, Scissors } from 'lucide-react';
import { useState } from 'react';
import { useInvoiceDownload } from '../../../calls/billing.ts';
import { useSendInvoice } from '../../../calls/billing-admin.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useLanguage, useText } from '../../../text/language.tsx';
import { useFailure } from '../../../text/use-error-message.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Menu } from '../../../ui/actions/menu.tsx';
import type { MenuItem } from '../../../ui/actions/menu-items.ts';
import { RowButtons } from '../../../ui/actions/row-buttons.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';

const CreditDialog = lazyComponent(async () => (await import('./amount-dialog.tsx')).CreditDialog);
const ReissueDialog = lazyComponent(async () => (await import('./reissue-dialog.tsx')).ReissueDialog);
const WriteOffDialog = lazyComponent(async () => (await import('./amount-dialog.tsx')).WriteOffDialog);

/** Mails a document again and says whether it went. */
function useResend({ id, number }: RefundableInvoice): () => void {
  const t = useText('billing/admin.invoices');
  const toast = useToast();
  const describe = useFailure();
  const { mutate } = useSendInvoice();
  return () =>
    mutate(
      { params: { id } },
      {
        onSuccess: () => toast({ title: t('sent'), text: t('sentText', { number }) }),
        onError: (error) => toast({ title: t('sendFailed'), text: describe(error), variant: 'danger' }),
      },
    );
}

/** What can be done with a document: its PDF, mailing it, and of an invoice corrections. */
export function InvoiceActions({ invoice }: { invoice: RefundableInvoice }) {
  const t = useText('billing/admin.invoices');
  const { language } = useLanguage();
  const download = useInvoiceDownload('admin');
  const [dialog, setDialog] = useState<'credit' | 'reissue' | 'write-off' | null>(null);
  const close = () => setDialog(null);
  const resend = useResend(invoice);
  const canCredit = invoice.kind === 'invoice' && invoice.state !== 'credited' && invoice.state !== 'void';
  const items: MenuItem[] = [
    { label: t('download'), icon: Download, onSelect: () => void download(invoice, language) },
    { label: t('send'), icon: Mail, onSelect: resend },
    ...(canCredit
      ? [
          { label: t('credit'), icon: FileMinus, onSelect: () => setDialog('credit') },
          { label: t('reissue'), icon: Replace, onSelect: () => setDialog('reissue') },
        ]
      : []),
    ...(invoice.openCents > 0
      ? [{ label: t('writeOff'), icon: Scissors, onSelect: () => setDialog('write-off') }]
      : []),
  ];
  return (
    <RowButtons>
      <Menu
        items={items}
        trigger={<IconButton icon={Ellipsis} label={t('actions', { number: invoice.number })} hasTooltip={false} />}
      />
      {dialog === 'credit' && <CreditDialog invoice={invoice} onClose={close} />}
      {dialog === 'reissue' && <ReissueDialog invoice={invoice} onClose={close} />}
      {dialog === 'write-off' && <WriteOffDialog invoice={invoice} onClose={close} />}
    </RowButtons>
  );
}
