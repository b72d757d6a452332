import type { Role, User } from '@medcloud/contract/shapes/accounts';
import { Building2, KeyRound, Lock, type LucideIcon, ShieldCheck, Stethoscope } from 'lucide-react';
import { useToday } from '../../../calls/today.ts';
import { useText } from '../../../text/language.tsx';
import { Badge, type BadgeVariant } from '../../../ui/data/badge.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { subscriptionLabel } from './subscription-label.ts';

const badgeProps = {
  admin: { variant: 'neutral', icon: ShieldCheck },
  doctor: { variant: 'info', icon: Stethoscope },
  medical_center: { variant: 'neutral', icon: Building2 },
} as const satisfies Record<Role, { variant: BadgeVariant; icon: LucideIcon }>;

/** Shows ADMIN, DOCTOR or MEDICAL CENTER. */
export function RoleBadge({ role }: { role: Role }) {
  const t = useText('admin');
  return <Badge {...badgeProps[role]}>{t(`role.${role}`)}</Badge>;
}

/** Shows that an alarm holds the account; the alarm on the dashboard releases it. Renders nothing for any other. */
export function HeldBadge({ user }: { user: User }) {
  const t = useText('admin.accounts');
  if (user.heldSince === undefined) return null;
  return (
    <Badge variant="bad" icon={Lock}>
      {t('held')}
    </Badge>
  );
}

/** Shows that the removal of the second factor is requested. Renders nothing for any other. */
export function FactorResetBadge({ user }: { user: User }) {
  const t = useText('account/recovery');
  if (user.factorReset === undefined) return null;
  return (
    <Badge variant="warn" icon={KeyRound}>
      {t('badge')}
    </Badge>
  );
}

/** Shows the status of a user's subscription, recalculated at midnight. */
export function SubscriptionBadge({ user }: { user: User }) {
  const t = useText('admin');
  const label = subscriptionLabel(user, useToday());
  if (label === 'not-applicable') return <span className="text-ink-muted">{t('users.notApplicable')}</span>;
  return <StatusBadge status={label} />;
}
