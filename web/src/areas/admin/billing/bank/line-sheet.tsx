import type { BankLineEntry } from '@medcloud/contract/shapes/billing/bank';
import { EyeOff } from 'lucide-react';
import { useIgnoreBankLine, useOpenBankLine } from '../../../../calls/bank.ts';
import { useFormat } from '../../../../text/format.ts';
import { useText } from '../../../../text/language.tsx';
import { useFailure } from '../../../../text/use-error-message.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { Facts } from '../../../../ui/data/facts.tsx';
import { Note } from '../../../../ui/feedback/note.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { Sheet, SheetSection } from '../../../../ui/overlays/sheet.tsx';
import { LineDues } from './line-dues.tsx';
import { LineState } from './line-state.tsx';
import { useLineAmount } from './use-line-amount.ts';

/** Payer and text, which are read on demand because reading them is recorded. */
function LineText({ id }: { id: string }) {
  const t = useText('billing/admin.bankLine');
  const describe = useFailure();
  const { mutate, data, error, isPending } = useOpenBankLine();
  const value = (text: string) =>
    text === '' ? <span className="text-ink-muted">{t('empty')}</span> : <bdi className="wrap-anywhere">{text}</bdi>;
  if (data)
    return (
      <Facts
        facts={[
          { label: t('payerName'), value: value(data.payer) },
          { label: t('text'), value: value(data.text) },
        ]}
      />
    );
  return (
    <div className="flex flex-col items-start gap-2">
      <Button size="small" onClick={() => mutate({ params: { id } })} busy={isPending} busyLabel={t('showing')}>
        {t('show')}
      </Button>
      <p className="text-small text-ink-muted">{t('showText')}</p>
      {error && (
        <Note variant="danger" title={t('showFailed')}>
          {describe(error)}
        </Note>
      )}
    </div>
  );
}

function IgnoreButton({ id, onDone }: { id: string; onDone: () => void }) {
  const t = useText('billing/admin.bankLine');
  const describe = useFailure();
  const toast = useToast();
  const mutation = useIgnoreBankLine();
  const ignore = () =>
    mutation.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          toast({ title: t('ignored') });
          onDone();
        },
        onError: (error) =>
          toast({ variant: 'danger', title: t('ignoreFailed'), text: describe(error), isShownInPage: true }),
      },
    );
  return (
    <Button size="small" icon={EyeOff} onClick={ignore} busy={mutation.isPending} busyLabel={t('ignoring')}>
      {t('ignore')}
    </Button>
  );
}

/** Shows one movement beside the list: payer and text, and what it pays or may pay. */
export function LineSheet({ line, onClose }: { line: BankLineEntry; onClose: () => void }) {
  const t = useText('billing/admin.bank');
  const tLine = useText('billing/admin.bankLine');
  const format = useFormat();
  const amount = useLineAmount();
  const isUndecided = line.state === 'proposed' || line.state === 'unmatched';
  const reference = line.rf === null ? t('noReference') : <span className="code">{line.rf}</span>;
  return (
    <Sheet
      title={<span className="figures">{amount(line)}</span>}
      subtitle={<LineState line={line} />}
      actions={isUndecided && <IgnoreButton id={line.id} onDone={onClose} />}
      onClose={onClose}
    >
      <SheetSection title={tLine('title', { day: format.day(line.day) })}>
        <Facts facts={[{ label: t('reference'), value: reference }]} />
      </SheetSection>
      <SheetSection title={tLine('payer')}>
        <LineText id={line.id} />
      </SheetSection>
      <SheetSection title={tLine(isUndecided ? 'likely' : 'paid')}>
        <LineDues line={line} isUndecided={isUndecided} />
      </SheetSection>
    </Sheet>
  );
}
