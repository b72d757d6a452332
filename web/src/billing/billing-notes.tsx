import type { Billing, BillingSide } from '../calls/billing.ts';
import { useFormat } from '../text/format.ts';
import { useText } from '../text/language.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { ResumeButton } from './cancellation.tsx';

interface NotesProps {
  side: BillingSide;
  billing: Billing;
}

/** Says that something is not paid, and what follows. A center's access does not depend on it. */
function Unpaid({ side, billing: { state, grace } }: NotesProps) {
  const t = useText('billing/account.note');
  const format = useFormat();
  if (state === 'awaiting' && side === 'doctor') return <Note title={t('awaiting')} live="off" />;
  if (state !== 'past_due' && state !== 'suspended') return null;
  if (side === 'center') return <Note variant="warning" title={t('centerOverdue')} live="off" />;
  if (state === 'suspended') return <Note variant="danger" title={t('suspended')} live="off" />;
  if (grace === null) return null;
  return <Note variant="warning" title={t('grace', { day: format.longDay(grace.until) })} live="off" />;
}

/** Says until when the free days last, and what follows. */
function Trial({ billing: { state, subscriptionEndDate: end, cancelAtEnd } }: NotesProps) {
  const t = useText('billing/account.note');
  const format = useFormat();
  if (state !== 'trialing' || end === null || cancelAtEnd) return null;
  return (
    <Note title={t('trial', { day: format.longDay(end) })} live="off">
      {t('trialText')}
    </Note>
  );
}

function Cancelled({ side, billing }: NotesProps) {
  const t = useText('billing/account.note');
  const format = useFormat();
  const end = billing.subscriptionEndDate;
  if (!billing.cancelAtEnd || billing.state === 'ended') return null;
  const title = end === null ? t('cancelledNoEnd') : t('cancelled', { day: format.longDay(end) });
  return (
    <Note title={title} actions={<ResumeButton side={side} />} live="off">
      {t(billing.due === null ? 'cancelledText' : 'cancelledOwed')}
    </Note>
  );
}

function Credit({ billing }: { billing: Billing }) {
  const t = useText('billing/account.pay');
  const format = useFormat();
  if (billing.credit.amountCents <= 0) return null;
  return <Note title={t('credit', { amount: format.euros(billing.credit.amountCents) })} live="off" />;
}

/** Shows what is special about an account's billing, or nothing. */
export function BillingNotes(props: NotesProps) {
  return (
    <>
      <Unpaid {...props} />
      <Trial {...props} />
      <Cancelled {...props} />
      <Credit billing={props.billing} />
    </>
  );
}
