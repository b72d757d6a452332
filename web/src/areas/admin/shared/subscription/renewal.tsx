import { limits } from '@medcloud/contract/limits';
import type { BillingAccountDetails as Account } from '@medcloud/contract/shapes/billing/accounts';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../../../text/format.ts';
import { useText } from '../../../../text/language.tsx';
import { Button } from '../../../../ui/actions/button.tsx';
import { Note } from '../../../../ui/feedback/note.tsx';
import { Checkbox } from '../../../../ui/forms/checkbox.tsx';
import { Field } from '../../../../ui/forms/field.tsx';
import { Select } from '../../../../ui/forms/select.tsx';

export type RenewalMonths = (typeof limits.renewalMonths)[number];

interface RenewalProps {
  /** What the months would cost; undefined while it is loaded. */
  account: Account | undefined;
  busy: boolean;
  /** The dialog's other mutation is running. */
  disabled: boolean;
  /** Why the last renewal failed. */
  failure: string | undefined;
  onRenew: (renewal: { months: RenewalMonths; charge: boolean }) => void;
}

/** Why the account cannot be charged; null if it can. */
function findHindrance({ party, charges }: Account): 'chargeNot' | 'chargeDetails' | null {
  if (charges.length === 0) return 'chargeNot';
  return party === null ? 'chargeDetails' : null;
}

/** Says what the chosen months do: free ones, or a payment request of an amount. */
function Outcome({ cents, hindrance }: { cents: number | undefined; hindrance: 'chargeNot' | 'chargeDetails' | null }) {
  const t = useText('admin.subscription');
  const format = useFormat();
  if (cents !== undefined) return <p className="mt-3 text-small">{t('chargeText', { amount: format.euros(cents) })}</p>;
  if (hindrance === null) return null;
  return <p className="mt-3 text-small text-ink-muted">{t(hindrance)}</p>;
}

/** Extends a doctor's subscription by 1, 3, 6 or 12 months (specification, section 9): free, or by a payment request. */
export function Renewal({ account, busy, disabled, failure, onRenew }: RenewalProps) {
  const t = useText('admin.subscription');
  const format = useFormat();
  const [months, setMonths] = useState<RenewalMonths>(limits.renewalMonthsPreset);
  const [isCharged, setCharged] = useState(false);
  const options = limits.renewalMonths.map((count) => ({ value: String(count), label: t('months', { count }) }));
  const choose = (value: string) =>
    setMonths(limits.renewalMonths.find((count) => String(count) === value) ?? limits.renewalMonthsPreset);
  const hindrance = account === undefined ? null : findHindrance(account);
  const cents = isCharged ? account?.charges.find((charge) => charge.months === months)?.cents : undefined;
  return (
    <section className="rounded-card border border-line bg-bg p-4">
      <h3 className="text-h3">{t('renewal')}</h3>
      <p className="mt-0.5 text-small text-ink-muted">{t('renewalText')}</p>
      {failure !== undefined && (
        <div className="mt-3">
          <Note variant="danger">{failure}</Note>
        </div>
      )}
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <Field label={t('period')} className="min-w-32 flex-1">
          <Select value={String(months)} onChange={choose} options={options} disabled={busy || disabled} />
        </Field>
        <Button
          icon={CalendarPlus}
          busy={busy}
          busyLabel={t(cents === undefined ? 'renewing' : 'charging')}
          disabled={disabled || (isCharged && cents === undefined)}
          onClick={() => onRenew({ months, charge: isCharged })}
          className="max-sm:w-full"
        >
          {cents === undefined ? t('renew', { count: months }) : t('chargeAmount', { amount: format.euros(cents) })}
        </Button>
      </div>
      <div className="mt-4">
        <Checkbox
          label={t('charge')}
          checked={isCharged}
          onChange={setCharged}
          disabled={busy || disabled || account === undefined || hindrance !== null}
        />
      </div>
      <Outcome cents={cents} hindrance={hindrance} />
    </section>
  );
}
