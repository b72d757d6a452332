import type { BankLineEntry } from '@medcloud/contract/shapes/billing/bank';
import { useMatchBankLine } from '../../../../calls/bank.ts';
import { useText } from '../../../../text/language.tsx';
import { ConfirmAct } from '../confirm-act.tsx';
import { useLineAmount } from './use-line-amount.ts';

/** What a movement shall pay: a due, or the due of a reference. `name` is the account's, or the reference. */
export type MatchTarget = ({ dueId: string } | { rf: string }) & { name: string };

interface MatchDialogProps {
  line: BankLineEntry;
  target: MatchTarget;
  onClose: () => void;
}

/** Asks before a movement is recorded as a payment. */
export function MatchDialog({ line, target: { name, ...body }, onClose }: MatchDialogProps) {
  const t = useText('billing/admin.bankMatch');
  const amount = useLineAmount()(line);
  return (
    <ConfirmAct
      mutation={useMatchBankLine()}
      input={{ params: { id: line.id }, body }}
      onClose={onClose}
      title={t('title', { amount, name })}
      text={t('text')}
      confirmLabel={t('submit')}
      confirmingLabel={t('submitting')}
      done={t('done')}
    />
  );
}
