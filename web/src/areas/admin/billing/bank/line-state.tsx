import type { BankLineEntry } from '@medcloud/contract/shapes/billing/bank';
import { Check, CircleHelp, Undo2 } from 'lucide-react';
import { useText } from '../../../../text/language.tsx';
import { Badge } from '../../../../ui/data/badge.tsx';

const badges = {
  matched: { variant: 'ok', icon: Check },
  proposed: { variant: 'warn', icon: CircleHelp },
  unmatched: { variant: 'warn', icon: CircleHelp },
  ignored: { variant: 'neutral', icon: undefined },
  returned: { variant: 'bad', icon: Undo2 },
} as const;

/** Shows what became of a movement, and whether it is only announced or sent back. */
export function LineState({ line: { state, isPending, isReturn } }: { line: BankLineEntry }) {
  const t = useText('billing/admin.bank');
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge {...badges[state]}>{t(`states.${state}`)}</Badge>
      {isPending && <span className="text-small text-ink-muted">{t('pending')}</span>}
      {isReturn && state !== 'returned' && <span className="text-small text-ink-muted">{t('returning')}</span>}
    </span>
  );
}
