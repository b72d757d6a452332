import type { ExamType } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { linkScope } from '../../authorization/authorize.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { DbContext } from '../../core/context.ts';
import { notifyRecordChange } from '../notify-record-change.ts';
import { showRecordState } from './describe-link.ts';
import { getActiveLink } from './get-active-link.ts';
import { recordConsentEvents } from './record-consent-events.ts';
import { updateGrant as changeRow, listLinkAccesses } from './store.ts';

export interface GrantChange {
  accessToken: string;
  patientId: string;
  /** Counted from today. */
  days?: 7 | 30 | 90 | 365 | undefined;
  /** null: all types. */
  examTypes?: ExamType[] | null | undefined;
  tellLooks?: boolean | undefined;
}

/**
 * Changes the days, exam types or notices of one active grant of the link. Throws `invalid_state` if there is none,
 * `link_invalid` for an unknown or expired link.
 */
export async function changeGrant(
  context: DbContext,
  request: RequestContext,
  change: GrantChange,
): Promise<{ records: ReturnType<typeof showRecordState>[] }> {
  return await context.db.within(linkScope(change.accessToken), async (tx) => {
    const { accessRequest, accesses, now } = await getActiveLink(tx);
    const access = accesses.find((each) => each.patientId === change.patientId);
    if (access === undefined) throw new Fault('invalid_state');
    const changes = { days: change.days ?? null, scope: change.examTypes, tellLooks: change.tellLooks };
    if (changes.days !== null || changes.scope !== undefined || changes.tellLooks !== undefined) {
      if (!(await changeRow(tx, access.id, changes))) throw new Fault('invalid_state');
      // Records only what changed: `examTypes` left out does not mean all types.
      await recordConsentEvents(tx, request, 'consent_changed', [access], {
        ...(change.days === undefined ? {} : { days: change.days }),
        ...(change.examTypes === undefined ? {} : { examTypes: change.examTypes }),
        ...(change.tellLooks === undefined ? {} : { tellLooks: change.tellLooks }),
      });
      await notifyRecordChange(tx, 'grant', accessRequest, [access]);
    }
    return { records: (await listLinkAccesses(tx, accessRequest.id)).map((each) => showRecordState(each, now)) };
  });
}
