import type { BillingAccountDetails as Account } from '@medcloud/contract/shapes/billing/accounts';
import { useState } from 'react';
import { useCreditUse } from '../../../calls/billing-admin.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { ConfirmAct } from './confirm-act.tsx';

type Due = Account['dues'][number];

interface UseCreditProps {
  account: Pick<Account, 'userId' | 'creditCents'>;
  due: Due;
}

/** What the credit would pay of a due: an open one, or a request that expired. */
const payableCents = ({ state, openCents, grossCents }: Due) =>
  state === 'open' ? openCents : state === 'expired' ? grossCents : 0;

/** Pays a due with the account's credit, after a question. Shows nothing where there is no credit or nothing to pay. */
export function UseCredit({ account: { userId, creditCents }, due }: UseCreditProps) {
  const t = useText('billing/admin.creditUse');
  const format = useFormat();
  const mutation = useCreditUse();
  const [isOpen, setOpen] = useState(false);
  const payable = payableCents(due);
  if (creditCents <= 0 || payable <= 0) return null;
  const [amount, day] = [format.euros(payable), format.longDay(due.dueOn)];
  return (
    <>
      <Button size="small" aria-label={t('actionOf', { amount, day })} onClick={() => setOpen(true)}>
        {t('action')}
      </Button>
      {isOpen && (
        <ConfirmAct
          mutation={mutation}
          input={{ params: { userId }, body: { dueId: due.id } }}
          onClose={() => setOpen(false)}
          title={t('title', { credit: format.euros(creditCents), amount })}
          text={t('text', { day })}
          confirmLabel={t('action')}
          confirmingLabel={t('submitting')}
          done={t('done')}
        />
      )}
    </>
  );
}
