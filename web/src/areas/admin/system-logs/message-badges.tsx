import type { MessageState } from '@medcloud/contract/operations/messages';
import { Check, CircleAlert, Clock, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useText } from '../../../text/language.tsx';
import { operationsText } from '../../../text/operations.ts';
import { Badge, type BadgeTone } from '../../../ui/data/badge.tsx';

const looks = {
  waiting: { tone: 'info', icon: Clock },
  sent: { tone: 'ok', icon: Check },
  failed: { tone: 'bad', icon: CircleAlert },
  uncertain: { tone: 'warn', icon: TriangleAlert },
  expired: { tone: 'warn', icon: TriangleAlert },
  superseded: { tone: 'neutral', icon: undefined },
} as const satisfies Record<MessageState, { tone: BadgeTone; icon: LucideIcon | undefined }>;

/** How a message fared. */
export function MessageStateBadge({ state }: { state: MessageState }) {
  const t = useText(operationsText);
  const { tone, icon } = looks[state];
  return (
    <Badge tone={tone} icon={icon}>
      {t(`messages.${state}`)}
    </Badge>
  );
}
