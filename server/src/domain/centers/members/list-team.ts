import type { TeamMember } from '@medcloud/contract/shapes/team';
import type { CenterPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { CenterScope } from '../../authorization/scope.ts';
import type { DbContext } from '../../core/context.ts';
import type { Reader } from '../../database.ts';
import { showTeamMember } from './show.ts';
import { listMemberSecurity, listMembers, type MemberRow } from './store.ts';

/** Lists the members of a center, by name, and the last hundred who left. */
export async function listTeam(
  { db }: DbContext,
  scope: CenterScope,
  { principal }: RequestContext<CenterPrincipal>,
): Promise<TeamMember[]> {
  return await db.read(scope, async (tx) => {
    const rows = await listMembers(tx, scope.centerId);
    const security = await listMemberSecurity(
      tx,
      rows.map(({ id }) => id),
    );
    const securityOf = new Map(security.map((row) => [row.memberId, row]));
    return rows.map((row) => showTeamMember(row, principal, securityOf.get(row.id)));
  });
}

/** Shows one member to who manages the team. */
export async function showChangedMember(
  tx: Reader,
  { principal }: RequestContext<CenterPrincipal>,
  row: MemberRow,
): Promise<TeamMember> {
  return showTeamMember(row, principal, (await listMemberSecurity(tx, [row.id]))[0]);
}
