import { Fault } from '@medcloud/contract/faults';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { CenterPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { CenterScope } from '../../authorization/scope.ts';
import type { DbContext } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import { changeMemberState, lockMember } from './store.ts';
import { changeOf } from './team.ts';

/** Ends the caller's own membership, with its sessions and tokens. Throws `own_center_account` for a center's own account. */
export async function leaveCenter(
  { db }: DbContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
): Promise<void> {
  const { member } = request.principal;
  if (member === null) throw new Fault('own_center_account');
  await db.within(scope, async (tx) => {
    const row = await lockMember(tx, scope.centerId, member.id);
    if (row?.state !== 'active') throw new Fault('unauthenticated');
    await record(tx, {
      event: 'member_ended',
      ...toAuditFields(request),
      object: { kind: 'member', id: member.id },
      details: { byMember: true },
    });
    await notifyClients(tx, changeOf(scope.centerId, member.id));
    // must come last: the session ends with it
    await changeMemberState(tx, member.id, 'ended');
  });
}
