import type { GrantEnd, GrantEnded } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { Tx } from '../../platform/db/database.ts';
import { databaseNow } from '../../platform/db/now.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { AdminScope, CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { Asking, SignedIn } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import { announceRecords } from './announce-records.ts';
import { endLiveGrant, findGrantAtHand, type GrantAtHand } from './grant-store.ts';
import { shownStatus } from './states.ts';

/**
 * Ends a live grant by another hand than the patient's: the center of the record, the doctor, an administrator. The
 * doctor's next request is refused. Repeatable as the patient's own revocation: what had ended stays as it ended, and the
 * status says how. Fails with `not_found` alike for an unknown and a foreign grant; `invalid_state` before an answer.
 */
export async function endGrant(
  { db }: Pick<Portal, 'db'>,
  scope: CenterScope | DoctorScope | AdminScope,
  asking: Asking<SignedIn>,
  id: string,
  reason: GrantEnd['reason'] | null,
): Promise<GrantEnded> {
  if (!isUuid(id)) throw new Fault('not_found');
  return await db.within(scope, async (tx) => {
    const grant = await findGrantAtHand(tx, id);
    if (grant === null) throw new Fault('not_found');
    if (grant.status === 'pending') throw new Fault('invalid_state');
    if (await endLiveGrant(tx, id, reason)) {
      await tell(tx, asking, grant, reason);
      return { ok: true, status: 'revoked' };
    }
    const now = await databaseNow(tx);
    return { ok: true, status: shownStatus((await findGrantAtHand(tx, id)) ?? grant, now) };
  });
}

async function tell(tx: Tx, asking: Asking<SignedIn>, grant: GrantAtHand, reason: string | null): Promise<void> {
  await record(tx, {
    event: 'consent_revoked',
    ...askedBy(asking),
    centerId: grant.centerId,
    patientId: grant.patientUuid,
    object: { kind: 'access', id: grant.id },
    purpose: grant.id,
    details: reason === null ? {} : { reason },
  });
  await announceRecords(tx, 'revoke', grant, [grant]);
}
