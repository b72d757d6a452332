import type { CenterRole } from '@medcloud/contract/permissions';
import type { TeamMember } from '@medcloud/contract/shapes/team';
import { useText } from '../../../text/language.tsx';
import { Badge, type BadgeVariant } from '../../../ui/data/badge.tsx';

const variants: Record<TeamMember['state'], BadgeVariant> = {
  invited: 'info',
  active: 'ok',
  suspended: 'warn',
  ended: 'neutral',
};

/** Whether a member can sign in: invited, active, suspended or gone. */
export function StateBadge({ state }: Pick<TeamMember, 'state'>) {
  const t = useText('center/team.state');
  return <Badge variant={variants[state]}>{t(state)}</Badge>;
}

/** A member's roles, a badge each. */
export function RoleBadges({ roles }: { roles: readonly CenterRole[] }) {
  const t = useText('center/team.role');
  return (
    <span className="inline-flex flex-wrap gap-1">
      {roles.map((role) => (
        <Badge key={role}>{t(role)}</Badge>
      ))}
    </span>
  );
}
