import { type AccessStatus, issueCode } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import { linkScope } from '../../authorization/authorize.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { AppContext } from '../../core/context.ts';
import { notifyRecordChange } from '../notify-record-change.ts';
import { combineStatuses } from '../states.ts';
import { showRecordState } from './describe-link.ts';
import { getActiveLink } from './get-active-link.ts';
import { recordConsentEvents } from './record-consent-events.ts';
import { listLinkAccesses, revokeAccess } from './store.ts';

/**
 * Revokes consent for the persons named, or for all. The doctor's next request for the data is refused. Repeatable:
 * denied and expired grants stay as they are, and the status covers the persons named. Throws `link_invalid` for an
 * unknown or expired link; `invalid_state` before the patient has responded.
 */
export async function revokeConsent(
  context: Pick<AppContext, 'db' | 'events'>,
  request: RequestContext,
  revocation: { accessToken: string; patientIds?: string[] | undefined },
): Promise<{ status: AccessStatus; records: ReturnType<typeof showRecordState>[] }> {
  return await context.db.within(linkScope(revocation.accessToken), async (tx) => {
    const { accessRequest, accesses, now } = await getActiveLink(tx);
    const { patientIds } = revocation;
    const selected =
      patientIds === undefined ? accesses : accesses.filter((access) => patientIds.includes(access.patientId));
    if (patientIds !== undefined && selected.length !== new Set(patientIds).size)
      throw createFieldFault('patientIds', issueCode('persons_required'));
    if (selected.every((access) => access.status === 'pending')) throw new Fault('invalid_state');
    const changed = await revokeAccess(
      tx,
      accessRequest.id,
      selected.map((access) => access.patientUuid),
    );
    const revoked = selected.filter((access) => changed.includes(access.id));
    await recordConsentEvents(tx, request, 'consent_revoked', revoked, {});
    if (revoked.length > 0) {
      await context.events.emit(tx, 'access_revoked', { accessIds: revoked.map(({ id }) => id) });
      await notifyRecordChange(tx, 'revoke', accessRequest, revoked);
    }
    const records = (await listLinkAccesses(tx, accessRequest.id)).map((access) => showRecordState(access, now));
    const selectedIds = new Set(selected.map((access) => access.patientId));
    const statuses = records.flatMap((record) => (selectedIds.has(record.patientId) ? [record.status] : []));
    return { status: combineStatuses(statuses), records };
  });
}
