import type { SupportState } from '@medcloud/contract/shapes/support';
import { Check, TriangleAlert } from 'lucide-react';
import { inboxText } from '../../../text/inbox.ts';
import { useText } from '../../../text/language.tsx';
import { Badge } from '../../../ui/data/badge.tsx';

/** Where a message stands. */
export function SupportStateBadge({ state }: { state: SupportState }) {
  const t = useText(inboxText);
  const words = t(`badge.${state}`);
  switch (state) {
    case 'open':
      return <Badge tone="info">{words}</Badge>;
    case 'answered':
      return (
        <Badge tone="ok" icon={Check}>
          {words}
        </Badge>
      );
    case 'closed':
      return <Badge>{words}</Badge>;
  }
}

export function UrgentBadge() {
  const t = useText(inboxText);
  return (
    <Badge tone="warn" icon={TriangleAlert}>
      {t('urgent')}
    </Badge>
  );
}
