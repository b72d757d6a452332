import type { BankLineEntry } from '@medcloud/contract/shapes/billing/bank';
import { type FormEvent, useState } from 'react';
import { useFormat } from '../../../../text/format.ts';
import { useText } from '../../../../text/language.tsx';
import { Button } from '../../../../ui/actions/button.tsx';
import { Field } from '../../../../ui/forms/field.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { MatchDialog, type MatchTarget } from './match-dialog.tsx';

type Due = BankLineEntry['dues'][number];

function DueFacts({ due }: { due: Due }) {
  const t = useText('billing/admin.bankLine');
  const format = useFormat();
  const facts = [format.euros(due.cents), t('due', { day: format.day(due.dueOn) }), due.invoiceNumber];
  return (
    <span className="min-w-0 flex-1 basis-50">
      <bdi className="block font-strong wrap-anywhere">{due.name}</bdi>
      <span className="block text-small text-ink-muted figures">{facts.filter(Boolean).join(' · ')}</span>
      <span className="block text-small code">{due.rf}</span>
    </span>
  );
}

/** A reference that the administrator knows from elsewhere. */
function OtherReference({ onChoose }: { onChoose: (target: MatchTarget) => void }) {
  const t = useText('billing/admin.bankLine');
  const [rf, setRf] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (rf.trim() !== '') onChoose({ rf: rf.trim(), name: rf.trim() });
  };
  return (
    <form noValidate onSubmit={submit} className="mt-4 flex flex-wrap items-end gap-2">
      <Field label={t('other')} className="flex-1 basis-50">
        <TextInput value={rf} onChange={(event) => setRf(event.target.value)} autoComplete="off" />
      </Field>
      <Button type="submit">{t('find')}</Button>
    </form>
  );
}

/** Lists what a movement pays. Of an undecided one: the likeliest dues, each with a button. */
export function LineDues({ line, isUndecided }: { line: BankLineEntry; isUndecided: boolean }) {
  const t = useText('billing/admin.bankLine');
  const [target, setTarget] = useState<MatchTarget | null>(null);
  return (
    <>
      {line.dues.length === 0 && <p className="text-ink-muted">{t('noDues')}</p>}
      <ul className="flex flex-col gap-3">
        {line.dues.map((due) => (
          <li key={due.id} className="flex flex-wrap items-center gap-3">
            <DueFacts due={due} />
            {isUndecided && (
              <Button size="small" onClick={() => setTarget({ dueId: due.id, name: due.name })}>
                {t('choose')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isUndecided && <OtherReference onChoose={setTarget} />}
      {target && <MatchDialog line={line} target={target} onClose={() => setTarget(null)} />}
    </>
  );
}
