import { ApiError } from '@medcloud/contract/api-client';
import { screens } from '@medcloud/contract/screens';
import type { BillingAccountDetails as Account } from '@medcloud/contract/shapes/billing/accounts';
import { ArrowLeft, Plus, Receipt } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { PartyFacts } from '../../../billing/party-facts.tsx';
import type { PartyPreset } from '../../../billing/party-form.ts';
import { useBillingAccount, useChangePartyOf } from '../../../calls/billing-admin.ts';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useToday } from '../../../calls/today.ts';
import { useBackLink } from '../../../lib/back-link.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { EmailAddress } from '../../../ui/data/email-address.tsx';
import { Facts } from '../../../ui/data/facts.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { AccountRecords } from './account-records.tsx';
import { AccountState, OwedAmount } from './account-state.tsx';
import { OwedRefunds } from './owed-refunds.tsx';
import { UndecidedPayments } from './undecided/undecided-payments.tsx';
import { usePlanName } from './use-plan-name.ts';

const PartyDialog = lazyComponent(async () => (await import('../../../billing/party-dialog.tsx')).PartyDialog);
const ProveVatNumber = lazyComponent(async () => (await import('./prove-vat-number.tsx')).ProveVatNumber);
const StartBilling = lazyComponent(async () => (await import('./start-billing.tsx')).StartBilling);
const PaymentDialog = lazyComponent(async () => (await import('./payment-dialog.tsx')).PaymentDialog);

/** Returns to the list in its previous state if the account was opened from it. */
function BackButton() {
  const t = useText('billing/admin.account');
  const { goBack } = useBackLink();
  return (
    <Button asChild variant="ghost" size="small" icon={ArrowLeft}>
      <Link to={screens.adminBilling} className="-ml-2.5" onClick={goBack}>
        {t('back')}
      </Link>
    </Button>
  );
}

function Summary({ account }: { account: Account }) {
  const t = useText('billing/admin');
  const ui = useUiText();
  const format = useFormat();
  const planName = usePlanName();
  const today = useToday();
  const { role, email, periodEnd, endedOn, creditCents, nextStep } = account;
  const end = endedOn ?? periodEnd;
  const endLabel = endedOn === null ? t('accounts.until') : t(`account.endedOn.${role}`);
  const facts = [
    { label: t('account.role'), value: ui(`role.${role}`) },
    { label: ui('field.email'), value: <EmailAddress address={email} /> },
    { label: t('accounts.plan'), value: planName(account) },
    { label: t('accounts.state'), value: <AccountState account={account} /> },
    ...(end === null ? [] : [{ label: endLabel, value: <span className="figures">{format.day(end)}</span> }]),
    { label: t('account.owed'), value: <OwedAmount account={account} today={today} /> },
    ...(nextStep === null
      ? []
      : [{ label: t('account.nextStep'), value: t(`nextSteps.${nextStep.step}`, { day: format.day(nextStep.on) }) }]),
    ...(creditCents === 0
      ? []
      : [{ label: t('account.credit'), value: <span className="figures">{format.euros(creditCents)}</span> }]),
  ];
  return (
    <Card title={t('account.summary')}>
      <Facts facts={facts} />
    </Card>
  );
}

function Details({ account }: { account: Account }) {
  const { userId, role, name, party, vatProof } = account;
  const t = useText('billing/admin.account');
  const details = useText('billing/account.details');
  const ui = useUiText();
  const change = useChangePartyOf(userId);
  const [isOpen, setOpen] = useState(false);
  const [isProving, setProving] = useState(false);
  const preset: PartyPreset = { legalName: name, kind: role === 'doctor' ? 'person' : 'business' };
  return (
    <Card title={t('details')}>
      {party === null ? <p className="text-body text-ink-muted">{t('noDetails')}</p> : <PartyFacts party={party} />}
      {vatProof !== null && <p className="mt-3 text-small text-ink-muted">{t('vatProof', { text: vatProof })}</p>}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button className="max-sm:w-full" onClick={() => setOpen(true)}>
          {party === null ? details('add') : ui('action.edit')}
        </Button>
        {party?.needsVies && (
          <Button className="max-sm:w-full" onClick={() => setProving(true)}>
            {t('proveVat')}
          </Button>
        )}
      </div>
      {isProving && <ProveVatNumber account={account} onClose={() => setProving(false)} />}
      {isOpen && <PartyDialog change={change} party={party} preset={preset} onClose={() => setOpen(false)} />}
    </Card>
  );
}

/** A center that is not charged: what is missing, and the act that begins it. */
function NotBilled({ account }: { account: Account }) {
  const t = useText('billing/admin.start');
  const [isOpen, setOpen] = useState(false);
  const { role, state, party } = account;
  if (role !== 'medical_center' || (state !== 'none' && state !== 'ended')) return null;
  const action = (
    <Button size="small" variant="primary" disabled={party === null} onClick={() => setOpen(true)}>
      {t('action')}
    </Button>
  );
  return (
    <Note title={t('note')} actions={action} live="off">
      {t(party === null ? 'noteDetails' : 'noteReady')}
      {isOpen && <StartBilling account={account} onClose={() => setOpen(false)} />}
    </Note>
  );
}

function Content({ account }: { account: Account }) {
  const t = useText('billing/admin');
  const [isRecording, setRecording] = useState(false);
  const action = (
    <Button variant="primary" icon={Plus} onClick={() => setRecording(true)}>
      {t('record')}
    </Button>
  );
  return (
    <>
      <PageHeader title={account.name} back={<BackButton />} action={action} />
      <div className="flex flex-col gap-5">
        <NotBilled account={account} />
        <UndecidedPayments payments={account.undecided} isOwn />
        <OwedRefunds refunds={account.refunds} />
        <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-5">
          <Summary account={account} />
          <Details account={account} />
        </div>
        <AccountRecords account={account} />
      </div>
      {isRecording && <PaymentDialog account={account} onClose={() => setRecording(false)} />}
    </>
  );
}

/** Shows one account: what it owes, its billing details, requests, documents and payments. */
export function AccountPage({ userId }: { userId: string }) {
  const t = useText('billing/admin');
  const ui = useUiText();
  const { data: account, error, isFetching, refetch } = useBillingAccount(userId);
  if (account) return <Content account={account} />;
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <>
      <PageHeader title={t('title')} back={<BackButton />} />
      {isMissing && <EmptyState icon={Receipt} title={t('account.missing')} />}
      {error && !isMissing && <ApiErrorState title={t('account.failed')} query={{ error, isFetching, refetch }} />}
      {!error && <SkeletonRows rows={8} label={ui('list.loading')} />}
    </>
  );
}
