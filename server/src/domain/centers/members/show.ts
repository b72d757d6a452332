import type { TeamMember } from '@medcloud/contract/shapes/team';
import type { CenterPrincipal } from '../../authorization/principal.ts';
import type { MemberRow, MemberSecurity } from './store.ts';

/** Shows a member to a colleague; with `security` to who manages the team. */
export function showTeamMember(
  row: MemberRow,
  { userId }: Pick<CenterPrincipal, 'userId'>,
  security: MemberSecurity | undefined,
): TeamMember {
  return {
    id: row.id,
    displayName: row.displayName,
    username: row.username,
    roles: row.roles,
    state: row.state,
    isSelf: row.userId === userId,
    invitedAt: row.invitedAt.toISOString(),
    invitationEndsAt: row.state === 'invited' ? row.inviteExpiresAt.toISOString() : null,
    joinedAt: row.joinedAt?.toISOString() ?? null,
    ...(security && {
      email: row.email,
      hasFactor: security.hasFactor,
      lastSignInAt: security.lastSignInAt?.toISOString() ?? null,
    }),
  };
}
