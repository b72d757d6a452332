import type { CenterRole } from '@medcloud/contract/permissions';
import { useText } from '../../text/language.tsx';

/** The names of a member's roles in a center. */
export function MemberRoles({ roles }: { roles: readonly CenterRole[] }) {
  const t = useText('center/team.role');
  return roles.map((role) => t(role)).join(', ');
}
