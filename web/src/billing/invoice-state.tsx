import type { Invoice } from '@medcloud/contract/shapes/billing/invoices';
import { Check, TriangleAlert } from 'lucide-react';
import { useText } from '../text/language.tsx';
import { Badge } from '../ui/data/badge.tsx';

const styles = {
  open: { variant: 'info' },
  overdue: { variant: 'bad', icon: TriangleAlert },
  paid: { variant: 'ok', icon: Check },
  credited: { variant: 'neutral' },
  void: { variant: 'neutral' },
  issued: { variant: 'neutral' },
} as const;

/** Shows a document's state. A credit note is only issued. */
export function InvoiceState({ invoice }: { invoice: Pick<Invoice, 'kind' | 'state'> }) {
  const t = useText('billing/account.invoices');
  const state = invoice.kind === 'credit_note' ? 'issued' : invoice.state;
  const style: { variant: 'info' | 'bad' | 'ok' | 'neutral'; icon?: typeof Check } = styles[state];
  return (
    <Badge variant={style.variant} icon={style.icon}>
      {t(`state.${state}`)}
    </Badge>
  );
}
