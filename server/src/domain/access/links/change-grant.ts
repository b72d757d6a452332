import type { ExamType } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { linkScope } from '../../authorization/authorize.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { AppContext } from '../../core/context.ts';
import { notifyRecordChange } from '../notify-record-change.ts';
import { showRecordState } from './describe-link.ts';
import { getActiveLink } from './get-active-link.ts';
import { recordConsentEvents } from './record-consent-events.ts';
import { updateGrant as changeRow, listLinkAccesses } from './store.ts';

export interface GrantChange {
  accessToken: string;
  patientId: string;
  /** From today. */
  days?: 7 | 30 | 90 | 365 | undefined;
  /** null: all types. */
  examTypes?: ExamType[] | null | undefined;
  tellLooks?: boolean | undefined;
}

/** Narrows or lengthens one live grant of the link. Fails with `invalid_state` where there is none, `link_invalid` for a dead link. */
export async function changeGrant(
  context: AppContext,
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
      // only what was changed: no types named is not all types
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
