import { screens } from '@medcloud/contract/screens';
import type { UndecidedPayment } from '@medcloud/contract/shapes/billing/undecided';
import { useState } from 'react';
import { Link } from 'react-router';
import { useUndecidedPayments } from '../../../../calls/billing-admin.ts';
import { ApiErrorState } from '../../../../calls/client/api-error-state.tsx';
import { lazyComponent } from '../../../../lib/lazy-component.tsx';
import { useFormat } from '../../../../text/format.ts';
import { useLanguage, useText } from '../../../../text/language.tsx';
import { Button } from '../../../../ui/actions/button.tsx';
import { Note } from '../../../../ui/feedback/note.tsx';
import { formatReceived } from './format-received.ts';

const DecidePayment = lazyComponent(async () => (await import('./decide-payment.tsx')).DecidePayment);

const decisions = ['record', 'sendBack'] as const;
type Decision = (typeof decisions)[number];

function Payment({ payment, isOwn }: { payment: UndecidedPayment; isOwn: boolean }) {
  const t = useText('billing/admin.undecided');
  const format = useFormat();
  const { language } = useLanguage();
  const [decision, setDecision] = useState<Decision | null>(null);
  const { userId, name, cents, currency, askedCents, receivedOn, canSendBack } = payment;
  const isEuro = currency === 'EUR';
  const received = isEuro ? format.euros(cents) : formatReceived(cents, currency, language);
  const amounts = { received, asked: format.euros(askedCents) };
  const choices = decisions.filter((choice) => (choice === 'record' ? isEuro : canSendBack));
  const actions = choices.map((choice) => (
    <Button
      key={choice}
      size="small"
      aria-label={t(`${choice}Of`, { received, name })}
      onClick={() => setDecision(choice)}
    >
      {t(choice)}
    </Button>
  ));
  const title = isOwn ? (
    t('titleOwn', amounts)
  ) : (
    <Link to={`${screens.adminBilling}/${userId}`} className="hover:underline">
      {t('title', { ...amounts, name })}
    </Link>
  );
  return (
    <Note variant="warning" live="off" title={title} actions={actions}>
      {t(isEuro ? 'text' : 'textForeign', { day: format.day(receivedOn) })}
      {!canSendBack && ` ${t('noProvider')}`}
      {decision && (
        <DecidePayment id={payment.id} decision={decision} received={received} onClose={() => setDecision(null)} />
      )}
    </Note>
  );
}

/** Card payments of another amount or currency than was asked, each to be recorded or given back. */
export function UndecidedPayments({ payments, isOwn }: { payments: readonly UndecidedPayment[]; isOwn: boolean }) {
  return payments.map((payment) => <Payment key={payment.id} payment={payment} isOwn={isOwn} />);
}

/** Those of all accounts. Renders nothing without one. */
export function AllUndecidedPayments() {
  const t = useText('billing/admin.undecided');
  const { data, error, isFetching, refetch } = useUndecidedPayments();
  if (error && !data)
    return (
      <div className="mb-5">
        <ApiErrorState title={t('failed')} query={{ error, isFetching, refetch }} />
      </div>
    );
  if (!data || data.length === 0) return null;
  return (
    <div className="mb-5 flex flex-col gap-3">
      <UndecidedPayments payments={data} isOwn={false} />
    </div>
  );
}
