import type { SupportState } from '@medcloud/contract/shapes/support';
import { Check, TriangleAlert } from 'lucide-react';
import { inboxText } from '../../../text/inbox.ts';
import { useText } from '../../../text/language.tsx';
import { Badge } from '../../../ui/data/badge.tsx';

/** Shows a message's state. */
export function SupportStateBadge({ state }: { state: SupportState }) {
  const t = useText(inboxText);
  const label = t(`badge.${state}`);
  switch (state) {
    case 'open':
      return <Badge variant="info">{label}</Badge>;
    case 'answered':
      return (
        <Badge variant="ok" icon={Check}>
          {label}
        </Badge>
      );
    case 'closed':
      return <Badge>{label}</Badge>;
  }
}

export function UrgentBadge() {
  const t = useText(inboxText);
  return (
    <Badge variant="warn" icon={TriangleAlert}>
      {t('urgent')}
    </Badge>
  );
}
