import { Fault } from '@medcloud/contract/faults';
import type { MemberChange, TeamMember } from '@medcloud/contract/shapes/team';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { CenterPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { CenterScope } from '../../authorization/scope.ts';
import type { AppContext } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import { showChangedMember } from './list-team.ts';
import { type MailContext, mailMember } from './member-mails.ts';
import { changeMemberState, updateMember } from './store.ts';
import { changeOf, getCenterName, getLockedMember, toTeamConflict } from './team.ts';

type MemberContext = MailContext & Pick<AppContext, 'db'>;

/**
 * Changes a member's name, sign-in name or roles. The next request of the member has the new rights. Throws `not_found`,
 * `own_role` for one's own roles, `invalid_state` for a member who left, `conflict` for a sign-in name of the team.
 */
export async function changeMember(
  context: MemberContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  id: string,
  change: MemberChange,
): Promise<TeamMember> {
  try {
    return await context.db.within(scope, async (tx) => {
      const member = await getLockedMember(tx, scope.centerId, id);
      if (member.state === 'ended') throw new Fault('invalid_state');
      const next = { ...member, ...withoutAbsent(change) };
      const isOtherRoles = next.roles.toSorted().join() !== member.roles.toSorted().join();
      if (isOtherRoles && member.userId === request.principal.userId) throw new Fault('own_role');
      await updateMember(tx, id, next);
      await record(tx, {
        event: 'member_changed',
        ...toAuditFields(request),
        object: { kind: 'member', id },
        details: isOtherRoles ? { before: member.roles, after: next.roles } : {},
      });
      if (isOtherRoles && member.state !== 'invited') {
        const center = await getCenterName(tx, scope.centerId);
        await mailMember(context, tx, next, center, { kind: 'changed', roles: next.roles });
      }
      await notifyClients(tx, changeOf(scope.centerId, id));
      return await showChangedMember(tx, request, next);
    });
  } catch (error) {
    throw toTeamConflict(error);
  }
}

const withoutAbsent = ({ displayName, username, roles }: MemberChange) => ({
  ...(displayName === undefined ? {} : { displayName }),
  ...(username === undefined ? {} : { username }),
  ...(roles === undefined ? {} : { roles }),
});

/** The acts that change a membership's state: from which states, and their event. */
const stateActs = {
  suspend: { from: ['active'], to: 'suspended', event: 'member_suspended', mail: 'suspended' },
  reinstate: { from: ['suspended'], to: 'active', event: 'member_reinstated', mail: 'reinstated' },
  end: { from: ['invited', 'active', 'suspended'], to: 'ended', event: 'member_ended', mail: 'ended' },
} as const;

/**
 * Suspends, reinstates or ends a membership. Sessions and tokens end at once. Repeating it has no effect. Throws `not_found`,
 * `own_role` for one's own membership, `invalid_state` from another state.
 */
export async function changeState(
  context: MemberContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  id: string,
  act: keyof typeof stateActs,
): Promise<TeamMember> {
  const { from, to, event, mail } = stateActs[act];
  return await context.db.within(scope, async (tx) => {
    const member = await getLockedMember(tx, scope.centerId, id);
    if (member.userId === request.principal.userId) throw new Fault('own_role');
    if (member.state === to) return await showChangedMember(tx, request, member);
    if (!from.some((state) => state === member.state)) throw new Fault('invalid_state');
    const details = await changeMemberState(tx, id, to);
    await record(tx, { event, ...toAuditFields(request), object: { kind: 'member', id }, details });
    if (member.state !== 'invited')
      await mailMember(context, tx, member, await getCenterName(tx, scope.centerId), { kind: mail });
    await notifyClients(tx, changeOf(scope.centerId, id));
    return await showChangedMember(tx, request, { ...member, state: to });
  });
}
