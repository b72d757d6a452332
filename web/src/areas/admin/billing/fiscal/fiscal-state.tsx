import type { FiscalDocument, FiscalState } from '@medcloud/contract/shapes/billing/fiscal';
import { Check, CircleHelp, Clock, type LucideIcon, X } from 'lucide-react';
import { useText } from '../../../../text/language.tsx';
import { Badge, type BadgeVariant } from '../../../../ui/data/badge.tsx';

const badges: Record<FiscalState, { variant: BadgeVariant; icon: LucideIcon | undefined }> = {
  waiting: { variant: 'warn', icon: Clock },
  sending: { variant: 'info', icon: Clock },
  unknown: { variant: 'warn', icon: CircleHelp },
  accepted: { variant: 'ok', icon: Check },
  rejected: { variant: 'bad', icon: X },
  cancelling: { variant: 'warn', icon: Clock },
  cancelled: { variant: 'neutral', icon: undefined },
};

/** Shows what became of a document at the tax authority; one that was only written to a folder was not sent. */
export function FiscalStateBadge({ document: { state, driver } }: { document: FiscalDocument }) {
  const t = useText('billing/fiscal');
  const label = state === 'accepted' && driver === 'file' ? t('written') : t(`states.${state}`);
  return <Badge {...badges[state]}>{label}</Badge>;
}
