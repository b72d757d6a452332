import { screens } from '@medcloud/contract/screens';
import type { DoctorBilling as Billing } from '@medcloud/contract/shapes/billing';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { BillingNotes } from '../../../billing/billing-notes.tsx';
import { CancelButton } from '../../../billing/cancellation.tsx';
import { CheckoutResult } from '../../../billing/card/checkout-result.tsx';
import { SavedCard } from '../../../billing/card/saved-card.tsx';
import { InvoiceList } from '../../../billing/invoice-list.tsx';
import { PaymentSection } from '../../../billing/pay-block.tsx';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useDoctorBilling } from '../../../calls/doctor.ts';
import { useToday } from '../../../calls/today.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useFailure } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Facts } from '../../../ui/data/facts.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { BillingDetails } from '../shared/billing-details.tsx';
import { CardSkeleton } from '../shared/card-skeleton.tsx';
import { StartAgain } from '../shared/start-again.tsx';
import { subscriptionBadge } from '../shared/subscription-badge.ts';
import { MethodFacts } from './method-facts.tsx';
import { useSavePlan } from './use-save-plan.ts';

const PaymentDialog = lazyComponent(async () => (await import('./payment-dialog.tsx')).PaymentDialog);

const ChangePlanDialog = lazyComponent(async () => (await import('./change-plan-dialog.tsx')).ChangePlanDialog);

function BackToProfile() {
  const t = useText('account');
  return (
    <Button asChild variant="ghost" size="small" icon={ArrowLeft}>
      <Link to={screens.doctorProfile} className="-ml-2.5">
        {t('billing.back')}
      </Link>
    </Button>
  );
}

/** Shows the plan chosen for the next period, with a button that keeps the current plan. */
function PendingChange({ billing }: { billing: Billing }) {
  const t = useText('account');
  const ui = useUiText();
  const format = useFormat();
  const describeFailure = useFailure();
  const save = useSavePlan(() => undefined);
  const { pendingChange, plan } = billing;
  if (pendingChange === null) return null;
  const keepPlanButton = (
    <Button
      size="small"
      busy={save.isPending}
      busyLabel={ui('action.saving')}
      onClick={() => save.mutate({ body: { plan } })}
    >
      {t('billing.keepPlan', { plan })}
    </Button>
  );
  return (
    <Note
      title={t('billing.pendingChange', { day: format.day(pendingChange.from), plan: pendingChange.plan })}
      actions={keepPlanButton}
      variant={save.isError ? 'danger' : 'info'}
      live="off"
    >
      {describeFailure(save.error) ?? t('billing.pendingChangeText')}
    </Note>
  );
}

function CurrentSubscription({ billing }: { billing: Billing }) {
  const t = useText('account');
  const format = useFormat();
  const [dialog, setDialog] = useState<'plan' | 'method' | null>(null);
  const { plan, status, price, nextBilling, nextAmountCents, paymentMethod } = billing;
  const close = () => setDialog(null);
  const charged = t('billing.charged', {
    amount: format.euros(price.chargedCents),
    months: price.chargedEveryMonths,
  });
  const figures = (text: string) => <span className="figures">{text}</span>;
  return (
    <Card
      title={t('billing.current')}
      aside={<StatusBadge status={subscriptionBadge(status, billing.subscriptionEndDate, useToday())} />}
    >
      <p className="mb-4 text-h2-large">{t(`plan.${plan}`)}</p>
      <Facts
        facts={[
          { label: t('billing.fee'), value: figures(`${format.euros(price.monthlyCents)} · ${charged}`) },
          {
            label: t('billing.nextBilling'),
            value: figures(nextBilling === null ? t('subscription.none') : format.day(nextBilling)),
          },
          ...(nextAmountCents === null
            ? []
            : [{ label: t('billing.nextAmount'), value: figures(format.euros(nextAmountCents)) }]),
        ]}
      />
      <div className="mt-5 flex flex-wrap gap-2 max-sm:*:grow">
        <Button onClick={() => setDialog('plan')}>{t('billing.changePlan')}</Button>
        {!billing.cardPayments && <Button onClick={() => setDialog('method')}>{t('billing.updateMethod')}</Button>}
        <CancelButton side="doctor" billing={billing} />
      </div>
      {dialog === 'plan' && <ChangePlanDialog billing={billing} onClose={close} />}
      {dialog === 'method' && <PaymentDialog paymentMethod={paymentMethod} onClose={close} />}
    </Card>
  );
}

function PaymentInformation({ billing }: { billing: Billing }) {
  const t = useText('account');
  const { paymentMethod, cardPayments } = billing;
  const facts = paymentMethod && <MethodFacts method={paymentMethod} />;
  return (
    <Card title={t('billing.payment')}>
      {cardPayments ? (
        <SavedCard side="doctor" billing={billing}>
          {facts}
        </SavedCard>
      ) : (
        <>
          {facts ?? <p className="text-body text-ink-muted">{t('billing.noCard')}</p>}
          <p className="mt-4 text-small text-ink-muted">{t('billing.transfer')}</p>
        </>
      )}
      <Button asChild className="mt-4 max-sm:w-full">
        <Link to={screens.doctorSupport}>{t('help.contact')}</Link>
      </Button>
    </Card>
  );
}

const grid = 'grid gap-4 lg:grid-cols-2 lg:gap-5';

function Loading() {
  const t = useText('account');
  return (
    <div role="status" className={`skeleton ${grid}`}>
      <span className="sr-only">{t('billing.loading')}</span>
      <CardSkeleton lineCount={6} />
      <CardSkeleton lineCount={6} />
    </div>
  );
}

/** Shows what to pay, the plan, billing details, the payment method and the invoices (specification, section 2). */
export function DoctorBilling() {
  const t = useText('account');
  const { data: billing, error, isFetching, refetch } = useDoctorBilling();
  return (
    <>
      <PageHeader title={t('billing.title')} back={<BackToProfile />} />
      {billing && (
        <div className="flex flex-col gap-5">
          <CheckoutResult side="doctor" />
          <BillingNotes side="doctor" billing={billing} />
          {billing.canStartAgain ? (
            <StartAgain billing={billing} />
          ) : (
            <PaymentSection side="doctor" billing={billing} />
          )}
          <PendingChange billing={billing} />
          <div className={grid}>
            <CurrentSubscription billing={billing} />
            <BillingDetails billing={billing} />
            <PaymentInformation billing={billing} />
          </div>
          <InvoiceList side="doctor" invoices={billing.invoices} isEvaluation={billing.isEvaluation} />
        </div>
      )}
      {!billing && error && <ApiErrorState title={t('billing.failed')} query={{ error, isFetching, refetch }} />}
      {!billing && !error && <Loading />}
    </>
  );
}
