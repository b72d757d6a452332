import { Check, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useUiText } from '../../text/language.tsx';
import { Badge, type BadgeTone } from './badge.tsx';

interface Look {
  tone: BadgeTone;
  icon?: LucideIcon;
}

const looks = {
  // exams
  processing: { tone: 'info' },
  completed: { tone: 'ok', icon: Check },
  'needs-attention': { tone: 'warn', icon: TriangleAlert },
  withdrawn: { tone: 'neutral' },
  // requests and grants
  pending: { tone: 'warn' },
  granted: { tone: 'ok', icon: Check },
  denied: { tone: 'bad' },
  expired: { tone: 'neutral' },
  revoked: { tone: 'bad' },
  // subscriptions and accounts
  active: { tone: 'ok' },
  inactive: { tone: 'neutral' },
  verified: { tone: 'ok', icon: Check },
  unverified: { tone: 'warn' },
  'pending-approval': { tone: 'warn' },
  'no-subscription': { tone: 'neutral' },
  unknown: { tone: 'neutral' },
  paid: { tone: 'ok', icon: Check },
  unpaid: { tone: 'warn' },
  // log levels
  success: { tone: 'ok' },
  info: { tone: 'info' },
  warning: { tone: 'warn' },
  error: { tone: 'bad' },
} as const satisfies Record<string, Look>;

export type StatusName = keyof typeof looks;

/** A state in its word and colour; icons where the eye must find it in a list. */
export function StatusBadge({ status }: { status: StatusName }) {
  const t = useUiText();
  const { tone, icon }: Look = looks[status];
  return (
    <Badge tone={tone} icon={icon}>
      {t(`status.${status}`)}
    </Badge>
  );
}
