import type { GrantRevocation, GrantRevocationReply } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { databaseNow } from '../../../platform/db/now.ts';
import { isUuid } from '../../../platform/ids/ids.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { AuthenticatedPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AdminScope, CenterScope, DoctorScope } from '../../authorization/scope.ts';
import type { AppContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import { notifyRecordChange } from '../notify-record-change.ts';
import { getEffectiveStatus } from '../states.ts';
import { findRevocableAccess, type RevocableAccess, revokeActiveGrant } from './store.ts';

/**
 * Revokes an active grant on behalf of the record's center, the doctor or an administrator, not the patient. The doctor's
 * next request for the data is refused. Repeatable, like the patient's own revocation: an ended grant stays as it
 * ended, and the status says how. Throws `not_found` for an unknown grant and for another's; `invalid_state` before the
 * patient has responded.
 */
export async function revokeGrant(
  { db, events }: Pick<AppContext, 'db' | 'events'>,
  scope: CenterScope | DoctorScope | AdminScope,
  request: RequestContext<AuthenticatedPrincipal>,
  id: string,
  reason: GrantRevocation['reason'] | null,
): Promise<GrantRevocationReply> {
  if (!isUuid(id)) throw new Fault('not_found');
  return await db.within(scope, async (tx) => {
    const grant = await findRevocableAccess(tx, id);
    if (grant === null) throw new Fault('not_found');
    if (grant.status === 'pending') throw new Fault('invalid_state');
    if (await revokeActiveGrant(tx, id, reason)) {
      await recordRevocation(tx, request, grant, reason);
      await events.emit(tx, 'access_revoked', { accessIds: [id] });
      return { ok: true, status: 'revoked' };
    }
    const now = await databaseNow(tx);
    return { ok: true, status: getEffectiveStatus((await findRevocableAccess(tx, id)) ?? grant, now) };
  });
}

async function recordRevocation(
  tx: Tx,
  request: RequestContext<AuthenticatedPrincipal>,
  grant: RevocableAccess,
  reason: string | null,
): Promise<void> {
  await record(tx, {
    event: 'consent_revoked',
    ...toAuditFields(request),
    centerId: grant.centerId,
    patientId: grant.patientUuid,
    object: { kind: 'access', id: grant.id },
    purpose: grant.id,
    details: reason === null ? {} : { reason },
  });
  await notifyRecordChange(tx, 'revoke', grant, [grant]);
}
