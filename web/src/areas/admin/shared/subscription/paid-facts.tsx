import { screenPath } from '@medcloud/contract/screens';
import type { BillingAccountDetails as Account } from '@medcloud/contract/shapes/billing/accounts';
import { Link } from 'react-router';
import { useFormat } from '../../../../text/format.ts';
import { useText } from '../../../../text/language.tsx';
import { Facts } from '../../../../ui/data/facts.tsx';
import { Note } from '../../../../ui/feedback/note.tsx';

/** The period that the form would store. */
interface CutTo {
  endDate: string;
  status: string;
}

/** True if days that were paid for would have no access. */
const cutsPaidDays = (paidUntil: string | null, { endDate, status }: CutTo, today: string) =>
  paidUntil !== null && paidUntil >= today && (status !== 'active' || (endDate !== '' && endDate < paidUntil));

interface PaidFactsProps {
  account: Account;
  next: CutTo;
  today: string;
}

/** Shows until when an account is paid, what it owes, and what a cut means. */
export function PaidFacts({ account, next, today }: PaidFactsProps) {
  const t = useText('admin.subscription');
  const format = useFormat();
  const { userId, paidUntil, owedCents } = account;
  const figures = (text: string) => <span className="figures">{text}</span>;
  const link = (
    <Link to={screenPath('adminBillingAccount', { userId })} className="text-primary-text underline">
      {t('billing')}
    </Link>
  );
  return (
    <section className="flex flex-col gap-3">
      <Facts
        facts={[
          { label: t('paidUntil'), value: paidUntil === null ? t('notPaid') : figures(format.longDay(paidUntil)) },
          { label: t('owed'), value: owedCents === 0 ? t('owesNothing') : figures(format.euros(owedCents)) },
          { label: t('documents'), value: link },
        ]}
      />
      {paidUntil !== null && cutsPaidDays(paidUntil, next, today) && (
        <Note variant="warning" title={t('cut', { day: format.longDay(paidUntil) })} live="status">
          {t('cutText')}
        </Note>
      )}
    </section>
  );
}
