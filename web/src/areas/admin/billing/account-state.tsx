import type { BillingAccount } from '@medcloud/contract/shapes/billing/accounts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { Badge, type BadgeVariant } from '../../../ui/data/badge.tsx';

const variants = {
  none: 'neutral',
  trialing: 'info',
  awaiting: 'warn',
  active: 'ok',
  past_due: 'bad',
  suspended: 'bad',
  ended: 'neutral',
} as const satisfies Record<BillingAccount['state'], BadgeVariant>;

/** Shows an account's state, and whether it is not renewed. */
export function AccountState({ account }: { account: Pick<BillingAccount, 'state' | 'cancelAtEnd'> }) {
  const t = useText('billing/admin');
  const { state, cancelAtEnd } = account;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge variant={variants[state]}>{t(`states.${state}`)}</Badge>
      {cancelAtEnd && <span className="text-small text-ink-muted">{t('ending')}</span>}
    </span>
  );
}

/** Shows what is owed and until when, or since when it is late. */
export function OwedAmount({ account, today }: { account: BillingAccount; today: string }) {
  const t = useText('billing/admin.accounts');
  const format = useFormat();
  const { owedCents, dueOn } = account;
  if (owedCents === 0) return <span className="text-ink-faint">{t('nothing')}</span>;
  const isLate = dueOn !== null && dueOn < today;
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2 figures">
      <span className="font-strong">{format.euros(owedCents)}</span>
      {dueOn !== null && (
        <span className={isLate ? 'text-small text-danger-text' : 'text-small text-ink-muted'}>
          {t(isLate ? 'overdueSince' : 'dueOn', { day: format.day(dueOn) })}
        </span>
      )}
    </span>
  );
}
