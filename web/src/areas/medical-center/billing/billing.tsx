import type { CenterBilling as Billing } from '@medcloud/contract/shapes/billing';
import { useSession } from '../../../app/session/session.tsx';
import { BillingNotes } from '../../../billing/billing-notes.tsx';
import { CancelButton } from '../../../billing/cancellation.tsx';
import { CheckoutResult } from '../../../billing/card/checkout-result.tsx';
import { SavedCard } from '../../../billing/card/saved-card.tsx';
import { InvoiceList } from '../../../billing/invoice-list.tsx';
import { PartyCard } from '../../../billing/party-card.tsx';
import { PaymentSection } from '../../../billing/pay-block.tsx';
import { useCenterBilling } from '../../../calls/billing.ts';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Facts } from '../../../ui/data/facts.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { PendingPlan } from './pending-plan.tsx';
import { PlanChoice } from './plan-choice.tsx';

function usePlanFacts(billing: Billing) {
  const t = useText('billing/account.center');
  const format = useFormat();
  const { price, quotaBytes, subscriptionEndDate, nextBilling, nextAmountCents } = billing;
  const describePrice = ({ monthCents, grossCents, periodMonths }: NonNullable<Billing['price']>) =>
    t('charged', { month: format.euros(monthCents), amount: format.euros(grossCents), months: periodMonths });
  const amount = nextAmountCents === null ? '' : ` · ${format.euros(nextAmountCents)}`;
  const next = nextBilling === null ? t('none') : `${format.day(nextBilling)}${amount}`;
  return [
    { label: t('price'), value: price === null ? t('byAgreement') : describePrice(price) },
    { label: t('storage'), value: quotaBytes === null ? t('unlimited') : format.planSize(quotaBytes) },
    { label: t('until'), value: subscriptionEndDate === null ? t('none') : format.day(subscriptionEndDate) },
    { label: t('next'), value: next },
  ].map(({ label, value }) => ({ label, value: <span className="figures">{value}</span> }));
}

function Plan({ billing }: { billing: Billing }) {
  const t = useText('billing/account.center');
  const center = useText('center');
  const facts = usePlanFacts(billing);
  const { plan, status, state } = billing;
  const shownStatus = state === 'none' && status === 'inactive' ? 'no-subscription' : status;
  return (
    <Card title={t('plan')} aside={<StatusBadge status={shownStatus} />}>
      <p className="mb-4 text-h2-large">{center(`subscription.plan.${plan}`)}</p>
      <Facts facts={facts} />
      {billing.cancellation && (
        <div className="mt-5 flex max-sm:*:grow">
          <CancelButton side="center" billing={billing} />
        </div>
      )}
    </Card>
  );
}

/** What to pay; before billing began, that there is nothing yet. A plan that waits for its payment is shown by itself. */
function Payment({ billing }: { billing: Billing }) {
  const t = useText('billing/account.center');
  if (billing.due === null && billing.planChange.pending?.due) return null;
  if (billing.state !== 'none' || billing.due !== null) return <PaymentSection side="center" billing={billing} />;
  return (
    <Card>
      <p className="text-body text-ink-muted">{t('notBilled')}</p>
    </Card>
  );
}

function Overview({ billing }: { billing: Billing }) {
  const { medicalCenter } = useSession();
  const card = useText('billing/account.card');
  return (
    <div className="flex flex-col gap-5">
      <CheckoutResult side="center" />
      <BillingNotes side="center" billing={billing} />
      <Payment billing={billing} />
      <PendingPlan billing={billing} />
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-5">
        <Plan billing={billing} />
        <PlanChoice billing={billing} />
        <PartyCard side="center" party={billing.party} preset={{ legalName: medicalCenter?.name ?? '' }} />
        {billing.cardPayments && billing.state !== 'none' && (
          <Card title={card('title')}>
            <SavedCard side="center" billing={billing} />
          </Card>
        )}
      </div>
      <InvoiceList side="center" invoices={billing.invoices} isEvaluation={billing.isEvaluation} />
    </div>
  );
}

/** Shows the center's plan, what it owes, its billing details and invoices. */
export function CenterBilling() {
  const t = useText('billing/account.center');
  const ui = useUiText();
  const { data: billing, error, isFetching, refetch } = useCenterBilling();
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      {billing && <Overview billing={billing} />}
      {!billing && error && <ApiErrorState title={t('failed')} query={{ error, isFetching, refetch }} />}
      {!billing && !error && <SkeletonRows rows={6} label={ui('list.loading')} />}
    </>
  );
}
