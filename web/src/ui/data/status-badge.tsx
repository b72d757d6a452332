import { Check, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useUiText } from '../../text/language.tsx';
import { Badge, type BadgeVariant } from './badge.tsx';

interface StatusStyle {
  variant: BadgeVariant;
  icon?: LucideIcon;
}

const statusStyles = {
  // exams
  processing: { variant: 'info' },
  completed: { variant: 'ok', icon: Check },
  'needs-attention': { variant: 'warn', icon: TriangleAlert },
  withdrawn: { variant: 'neutral' },
  // requests and grants
  pending: { variant: 'warn' },
  granted: { variant: 'ok', icon: Check },
  denied: { variant: 'bad' },
  expired: { variant: 'neutral' },
  revoked: { variant: 'bad' },
  // subscriptions and accounts
  active: { variant: 'ok' },
  inactive: { variant: 'neutral' },
  verified: { variant: 'ok', icon: Check },
  unverified: { variant: 'warn' },
  'pending-approval': { variant: 'warn' },
  'no-subscription': { variant: 'neutral' },
  unknown: { variant: 'neutral' },
  paid: { variant: 'ok', icon: Check },
  unpaid: { variant: 'warn' },
  // log levels
  success: { variant: 'ok' },
  info: { variant: 'info' },
  warning: { variant: 'warn' },
  error: { variant: 'bad' },
} as const satisfies Record<string, StatusStyle>;

export type StatusName = keyof typeof statusStyles;

/** A state as a colored word. States to notice in a list also have an icon. */
export function StatusBadge({ status }: { status: StatusName }) {
  const t = useUiText();
  const { variant, icon }: StatusStyle = statusStyles[status];
  return (
    <Badge variant={variant} icon={icon}>
      {t(`status.${status}`)}
    </Badge>
  );
}
