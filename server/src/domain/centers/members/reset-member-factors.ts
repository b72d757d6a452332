import { Fault } from '@medcloud/contract/faults';
import type { TeamMember } from '@medcloud/contract/shapes/team';
import { sql } from 'kysely';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { CenterPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { CenterScope } from '../../authorization/scope.ts';
import type { AppContext } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import type { Tx } from '../../database.ts';
import { type RemovedFactors, reportRemoval } from '../../factors/remove-factors.ts';
import { showChangedMember } from './list-team.ts';
import type { MailContext } from './member-mails.ts';
import { changeOf, getLockedMember } from './team.ts';

/**
 * Removes the lost second factor of a member, whom the owner knows in person, and ends the account's sessions. Throws `not_found`,
 * `own_role` for oneself, `invalid_state` for a member without a second factor, and `account_elsewhere` for an account that is also a
 * doctor's or belongs to another center: an administrator removes it then.
 */
export async function resetMemberFactors(
  context: MailContext & Pick<AppContext, 'db'>,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  id: string,
): Promise<TeamMember> {
  return await context.db.within(scope, async (tx) => {
    const member = await getLockedMember(tx, scope.centerId, id);
    if (member.userId === request.principal.userId) throw new Fault('own_role');
    if (member.state !== 'active' && member.state !== 'suspended') throw new Fault('invalid_state');
    const removed = await removeFactorsOfMember(tx, id);
    if (removed === null) throw new Fault('account_elsewhere');
    if (removed.kinds.length === 0) throw new Fault('invalid_state');
    await reportRemoval(context, tx, removed, toAuditFields(request));
    await notifyClients(tx, changeOf(scope.centerId, id));
    return await showChangedMember(tx, request, member);
  });
}

async function removeFactorsOfMember(tx: Tx, member: string): Promise<RemovedFactors | null> {
  const { rows } = await sql<RemovedFactors>`
    SELECT account AS id, email, account_language AS language, removed_kinds AS kinds, ended_sessions AS "endedSessions"
    FROM remove_factors_of_member(${member})`.execute(tx);
  return rows[0] ?? null;
}
