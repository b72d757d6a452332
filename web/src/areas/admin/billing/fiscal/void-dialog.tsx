import type { FiscalDocument } from '@medcloud/contract/shapes/billing/fiscal';
import { useVoidInvoice } from '../../../../calls/fiscal.ts';
import { useFormat } from '../../../../text/format.ts';
import { useText } from '../../../../text/language.tsx';
import { ConfirmAct } from '../confirm-act.tsx';

/** Asks before an invoice of today is cancelled at the tax authority. */
export function VoidDialog({ document, onClose }: { document: FiscalDocument; onClose: () => void }) {
  const t = useText('billing/fiscal.void');
  const format = useFormat();
  const { number, grossCents, invoiceId } = document;
  return (
    <ConfirmAct
      mutation={useVoidInvoice()}
      input={{ params: { id: invoiceId } }}
      onClose={onClose}
      title={t('title', { number, amount: format.euros(grossCents) })}
      text={t('text')}
      confirmLabel={t('submit')}
      confirmingLabel={t('submitting')}
      done={t('done')}
      isDangerous
    />
  );
}
