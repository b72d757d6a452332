import type { MessageState } from '@medcloud/contract/operations/messages';
import { Check, CircleAlert, Clock, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useText } from '../../../text/language.tsx';
import { Badge, type BadgeVariant } from '../../../ui/data/badge.tsx';

const badgeProps = {
  waiting: { variant: 'info', icon: Clock },
  sent: { variant: 'ok', icon: Check },
  failed: { variant: 'bad', icon: CircleAlert },
  uncertain: { variant: 'warn', icon: TriangleAlert },
  expired: { variant: 'warn', icon: TriangleAlert },
  superseded: { variant: 'neutral', icon: undefined },
} as const satisfies Record<MessageState, { variant: BadgeVariant; icon: LucideIcon | undefined }>;

/** Shows a message's state. */
export function MessageStateBadge({ state }: { state: MessageState }) {
  const t = useText('operations');
  const { variant, icon } = badgeProps[state];
  return (
    <Badge variant={variant} icon={icon}>
      {t(`messages.${state}`)}
    </Badge>
  );
}
