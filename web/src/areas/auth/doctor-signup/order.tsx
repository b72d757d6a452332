import { type DoctorPlan, splitVat, vatPercent } from '@medcloud/contract/plans';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePublicSettings } from '../../../calls/auth.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { Card } from '../../../ui/layout/card.tsx';

function Line({ label, children, className }: { label: string; children: ReactNode; className: string }) {
  return (
    <div className={`flex justify-between gap-4 border-t border-line py-2.5 first:border-0 ${className}`}>
      <dt>{label}</dt>
      <dd className="figures">{children}</dd>
    </div>
  );
}

/** Free days before the first payment. */
const useTrialDays = () => usePublicSettings().data?.trialDays ?? 0;

/** What a plan costs for its first period; null until it is loaded. */
const useChargedCents = (plan: DoctorPlan) => usePublicSettings().data?.prices.doctor[plan].chargedCents ?? null;

/** Shows the net price, the VAT, the amount due after verification, and that nothing is due today. */
function Totals({ plan }: { plan: DoctorPlan }) {
  const t = useText('auth');
  const format = useFormat();
  const chargedCents = useChargedCents(plan);
  const { netCents, vatCents } = splitVat(chargedCents ?? 0);
  const amount = (cents: number) => (chargedCents === null ? '…' : format.euros(cents));
  const days = useTrialDays();
  return (
    <dl className="text-body">
      <Line label={t(`signup.${plan}Plan`)} className="">
        {amount(netCents)}
      </Line>
      <Line label={t('signup.vat', { percent: String(vatPercent) })} className="text-ink-muted">
        {amount(vatCents)}
      </Line>
      <Line
        label={days > 0 ? t('signup.afterTrial', { days }) : t('signup.afterVerification')}
        className="font-semibold"
      >
        {amount(chargedCents ?? 0)}
      </Line>
      <Line label={t('signup.today')} className="font-semibold">
        <span className="text-success-text">{format.euros(0)}</span>
      </Line>
    </dl>
  );
}

function NextSteps() {
  const t = useText('auth');
  const settings = usePublicSettings().data;
  const canConfirmByMail = settings?.mailConfirms ?? false;
  const confirmation = canConfirmByMail ? [t('signup.nextConfirm')] : [];
  const days = useTrialDays();
  const begin = settings?.payments ? t('signup.nextPay') : t('signup.nextPlan');
  const steps = [
    ...confirmation,
    t('signup.nextCheck'),
    days > 0 ? t('signup.nextTrial', { days }) : begin,
    t('signup.nextAsk'),
  ];
  return (
    <section className="px-1">
      <h2 className="text-h3">{t('signup.next')}</h2>
      <ol className="mt-3 flex flex-col gap-3">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-3 text-body">
            <span
              aria-hidden="true"
              className="flex size-5.5 shrink-0 items-center justify-center rounded-full border border-line-strong text-tiny text-ink-muted figures"
            >
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Shows the order beside the form from 1024 px, and keeps it in view while the form scrolls. */
export function OrderAside({ plan }: { plan: DoctorPlan }) {
  const t = useText('auth');
  return (
    <div className="sticky top-9 flex flex-col gap-6 max-lg:hidden">
      <Card title={t('signup.order')}>
        <Totals plan={plan} />
      </Card>
      <NextSteps />
    </div>
  );
}

/** Shows the order below 1024 px as one line above the button. A press opens the details. */
export function OrderLine({ plan }: { plan: DoctorPlan }) {
  const t = useText('auth');
  const format = useFormat();
  const days = useTrialDays();
  const chargedCents = useChargedCents(plan);
  const line = { price: chargedCents === null ? '…' : format.euros(chargedCents), nothing: format.euros(0) };
  return (
    <details className="group rounded-card border border-line bg-surface lg:hidden">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-card px-4 py-2 text-body font-strong figures">
        {days > 0 ? t('signup.orderTrial', { ...line, days }) : t('signup.orderLine', line)}
        <ChevronDown size={16} className="shrink-0 text-ink-muted group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-5 border-t border-line p-4">
        <Totals plan={plan} />
        <NextSteps />
      </div>
    </details>
  );
}
