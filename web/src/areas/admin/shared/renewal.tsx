import { limits } from '@medcloud/contract/limits';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Select } from '../../../ui/forms/select.tsx';

export type RenewalMonths = (typeof limits.renewalMonths)[number];

interface RenewalProps {
  busy: boolean;
  /** The dialog's other mutation is running. */
  disabled: boolean;
  /** Why the last renewal failed. */
  failure: string | undefined;
  onRenew: (months: RenewalMonths) => void;
}

/** Extends a doctor's subscription by 1, 3, 6 or 12 months (specification, section 9). */
export function Renewal({ busy, disabled, failure, onRenew }: RenewalProps) {
  const t = useText('admin');
  const [months, setMonths] = useState<RenewalMonths>(limits.renewalMonthsPreset);
  const options = limits.renewalMonths.map((count) => ({
    value: String(count),
    label: t('subscription.months', { count }),
  }));
  const choose = (value: string) =>
    setMonths(limits.renewalMonths.find((count) => String(count) === value) ?? limits.renewalMonthsPreset);
  return (
    <section className="rounded-card border border-line bg-bg p-4">
      <h3 className="text-h3">{t('subscription.renewal')}</h3>
      <p className="mt-0.5 text-small text-ink-muted">{t('subscription.renewalText')}</p>
      {failure !== undefined && (
        <div className="mt-3">
          <Note variant="danger">{failure}</Note>
        </div>
      )}
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <Field label={t('subscription.period')} className="min-w-32 flex-1">
          <Select value={String(months)} onChange={choose} options={options} disabled={busy || disabled} />
        </Field>
        <Button
          icon={CalendarPlus}
          busy={busy}
          busyLabel={t('subscription.renewing')}
          disabled={disabled}
          onClick={() => onRenew(months)}
          className="max-sm:w-full"
        >
          {t('subscription.renew', { count: months })}
        </Button>
      </div>
    </section>
  );
}
