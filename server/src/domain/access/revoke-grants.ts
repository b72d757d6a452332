import { type AccessStatus, sentences } from '@medcloud/contract';
import { Fault, fieldFault } from '@medcloud/contract/faults';
import { linkScope } from '../authorization/may.ts';
import type { Asking } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import { announceRecords } from './announce-records.ts';
import { recordAnswers } from './link-audit.ts';
import { listLinkAccesses, revokeRecords } from './link-store.ts';
import { showAnswered } from './look-up-link.ts';
import { openLink } from './open-link.ts';
import { overallStatus } from './states.ts';

/**
 * Takes consent back for the persons named, or for all: the doctor's next request is refused. Repeatable; who was denied,
 * or whose grant has run out, stays so, and the status says what has come of those asked for. Fails with `link_invalid`
 * for a dead link, `invalid_state` before an answer.
 */
export async function revokeGrants(
  portal: Portal,
  asking: Asking,
  revocation: { accessToken: string; patientIds?: string[] | undefined },
): Promise<{ status: AccessStatus; records: ReturnType<typeof showAnswered>[] }> {
  return await portal.db.within(linkScope(revocation.accessToken), async (tx) => {
    const { request, accesses, now } = await openLink(tx);
    const { patientIds } = revocation;
    const named =
      patientIds === undefined ? accesses : accesses.filter((access) => patientIds.includes(access.patientId));
    if (patientIds !== undefined && named.length !== new Set(patientIds).size)
      throw fieldFault('patientIds', sentences.choosePersons);
    if (named.every((access) => access.status === 'pending')) throw new Fault('invalid_state');
    const changed = await revokeRecords(
      tx,
      request.id,
      named.map((access) => access.patientUuid),
    );
    const revoked = named.filter((access) => changed.includes(access.id));
    await recordAnswers(tx, asking, 'consent_revoked', revoked, {});
    if (revoked.length > 0) await announceRecords(tx, 'revoke', request, revoked);
    const records = (await listLinkAccesses(tx, request.id)).map((access) => showAnswered(access, now));
    const asked = new Set(named.map((access) => access.patientId));
    const statuses = records.flatMap((record) => (asked.has(record.patientId) ? [record.status] : []));
    return { status: overallStatus(statuses), records };
  });
}
