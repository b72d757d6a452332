import { screens } from '@medcloud/contract/screens';
import type { OpenDue } from '@medcloud/contract/shapes/billing/overview';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Billing, BillingSide } from '../calls/billing.ts';
import { useToday } from '../calls/today.ts';
import { useFormat } from '../text/format.ts';
import { useText } from '../text/language.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { Card } from '../ui/layout/card.tsx';
import { PayByCard } from './card/pay-by-card.tsx';
import { TransferCode } from './transfer-code.tsx';
import { TransferDetails } from './transfer-details.tsx';

function Contact() {
  const t = useText('billing/account.pay');
  return (
    <p className="mt-2">
      <Link to={screens.support} className="text-primary-text underline">
        {t('ask')}
      </Link>
    </p>
  );
}

type PayWays = Pick<Billing, 'cardPayments' | 'isChecking' | 'checking'>;

/** How a due is paid: by card where the portal has a provider, and by transfer. Nothing while a payment is checked. */
function Ways({
  side,
  due,
  ways: { cardPayments, isChecking, checking },
}: {
  side: BillingSide;
  due: OpenDue;
  ways: PayWays;
}) {
  const t = useText('billing/account');
  const format = useFormat();
  const checked = checking && { amount: format.euros(checking.amountCents), day: format.longDay(checking.on) };
  if (isChecking)
    return (
      <p role="status" className="mt-3 text-body font-strong">
        {checked ? t('card.checkingPayment', checked) : t('card.checking')}
      </p>
    );
  return (
    <>
      {cardPayments && <PayByCard side={side} due={due.id} />}
      {due.iban === null && !cardPayments && <Contact />}
      {due.iban !== null && (
        <p className={cardPayments ? 'mt-5 mb-3 text-body' : 'mt-1 mb-3 text-body'}>
          {t(cardPayments ? 'card.orTransfer' : 'pay.how')}
        </p>
      )}
      <TransferDetails due={due} />
      {due.iban !== null && <p className="mt-3 text-small text-ink-muted">{t('pay.afterwards')}</p>}
    </>
  );
}

/** What the amount is for. A part of it has no VAT of its own: then the total is named instead. */
function Period({ due }: { due: OpenDue }) {
  const t = useText('billing/account.pay');
  const format = useFormat();
  const total = due.netCents + due.vatCents;
  const period = { from: format.longDay(due.from), to: format.longDay(due.to) };
  const amounts = { vat: format.euros(due.vatCents), total: format.euros(total) };
  const part = due.amountCents === total ? 'vat' : 'part';
  return `${due.startsWithPayment ? t('again') : t('period', period)} ${t(part, amounts)}`;
}

interface PayBlockProps {
  side: BillingSide;
  due: OpenDue;
  ways: PayWays;
  /** What it is for, if not for the subscription's period. */
  about?: { title: string; period: string; note: string };
  /** What can be done instead of paying. */
  action?: ReactNode;
}

/** Shows the one amount to pay now, until when, and how. */
export function PayBlock({ side, due, ways, about, action }: PayBlockProps) {
  const t = useText('billing/account.pay');
  const format = useFormat();
  const isLate = due.dueOn < useToday();
  const amount = format.euros(due.amountCents);
  const starts = due.startsAgain ? 'againTitle' : due.startsWithPayment && 'startTitle';
  const what = starts || (isLate ? 'overdueTitle' : 'title');
  const title = t(what, { amount, day: format.longDay(due.dueOn) });
  return (
    <Card title={<span className="text-h2-large figures">{about?.title ?? title}</span>}>
      <div className="flex gap-8">
        <div className="min-w-0 flex-1">
          <p className="text-body text-ink-muted figures">{about?.period ?? <Period due={due} />}</p>
          {about && <p className="mt-2 text-body">{about.note}</p>}
          <Ways side={side} due={due} ways={ways} />
          {action && <div className="mt-4 flex max-sm:*:grow">{action}</div>}
        </div>
        {due.qr !== null && !ways.isChecking && <TransferCode code={due.qr} />}
      </div>
    </Card>
  );
}

/** Nothing can be asked for before there are billing details. */
export function DetailsFirst() {
  const t = useText('billing/account.pay');
  return (
    <Note variant="warning" title={t('details')} live="off">
      {t('detailsText')}
    </Note>
  );
}

type PaymentState = PayWays & Pick<Billing, 'due' | 'needsDetails' | 'nextBilling' | 'cancelAtEnd'>;

/** Shows what to pay, or that there is nothing. */
export function PaymentSection({ side, billing }: { side: BillingSide; billing: PaymentState }) {
  const t = useText('billing/account.pay');
  const format = useFormat();
  const { due, needsDetails, nextBilling, cancelAtEnd } = billing;
  if (needsDetails) return <DetailsFirst />;
  if (due !== null) return <PayBlock side={side} due={due} ways={billing} />;
  return (
    <Card>
      <p className="text-h2-large">{t('nothing')}</p>
      {nextBilling !== null && !cancelAtEnd && (
        <p className="mt-1 text-body text-ink-muted figures">
          {t('nothingText', { day: format.longDay(nextBilling) })}
        </p>
      )}
    </Card>
  );
}
