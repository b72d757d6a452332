import type { SupportState } from '@medcloud/contract/shapes/support';
import { Check, TriangleAlert } from 'lucide-react';
import { useText } from '../../../text/language.tsx';
import { Badge } from '../../../ui/data/badge.tsx';

/** Shows a message's state. */
export function SupportStateBadge({ state }: { state: SupportState }) {
  const t = useText('inbox');
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
  const t = useText('inbox');
  return (
    <Badge variant="warn" icon={TriangleAlert}>
      {t('urgent')}
    </Badge>
  );
}
