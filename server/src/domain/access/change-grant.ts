import type { ExamType } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { linkScope } from '../authorization/may.ts';
import type { Asking } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import { announceRecords } from './announce-records.ts';
import { recordAnswers } from './link-audit.ts';
import { changeGrant as changeRow, listLinkAccesses } from './link-store.ts';
import { showAnswered } from './look-up-link.ts';
import { openLink } from './open-link.ts';

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
  portal: Portal,
  asking: Asking,
  change: GrantChange,
): Promise<{ records: ReturnType<typeof showAnswered>[] }> {
  return await portal.db.within(linkScope(change.accessToken), async (tx) => {
    const { request, accesses, now } = await openLink(tx);
    const access = accesses.find((each) => each.patientId === change.patientId);
    if (access === undefined) throw new Fault('invalid_state');
    const changes = { days: change.days ?? null, scope: change.examTypes, tellLooks: change.tellLooks };
    if (changes.days !== null || changes.scope !== undefined || changes.tellLooks !== undefined) {
      if (!(await changeRow(tx, access.id, changes))) throw new Fault('invalid_state');
      // only what was changed: no types named is not all types
      await recordAnswers(tx, asking, 'consent_changed', [access], {
        ...(change.days === undefined ? {} : { days: change.days }),
        ...(change.examTypes === undefined ? {} : { examTypes: change.examTypes }),
        ...(change.tellLooks === undefined ? {} : { tellLooks: change.tellLooks }),
      });
      await announceRecords(tx, 'grant', request, [access]);
    }
    return { records: (await listLinkAccesses(tx, request.id)).map((each) => showAnswered(each, now)) };
  });
}
