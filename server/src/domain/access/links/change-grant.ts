import type { ExamType } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { consentScope } from '../../authorization/authorize.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { AppContext, SendContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import { notifyRecordChange } from '../notify-record-change.ts';
import { getEffectiveStatus } from '../states.ts';
import { type Confirmation, withLinkCode } from './confirm-by-code.ts';
import { showRecordState } from './describe-link.ts';
import { getActiveLink } from './get-active-link.ts';
import { recordConsentEvents } from './record-consent-events.ts';
import { updateGrant as changeRow, type LinkAccess, listLinkAccesses, lockGrant } from './store.ts';

type ChangeContext = SendContext & Pick<AppContext, 'events'>;

export interface GrantChange {
  accessToken: string;
  patientId: string;
  /** Counted from today. */
  days?: 7 | 30 | 90 | 365 | undefined;
  /** null: all types. */
  examTypes?: ExamType[] | null | undefined;
  tellLooks?: boolean | undefined;
  /** From the phone. Needed to lengthen or widen. */
  code?: string | undefined;
}

/**
 * Changes the days, exam types or notices of one active grant of the link. Throws `invalid_state` if there is none,
 * `link_invalid` for an unknown or expired link, `code_required` or `otp_invalid` (`withLinkCode`) if it gives more.
 */
export async function changeGrant(
  context: ChangeContext,
  request: RequestContext,
  change: GrantChange,
): Promise<{ records: ReturnType<typeof showRecordState>[] }> {
  return await withLinkCode(context, request, change, (confirmation) =>
    applyChange(context, request, change, confirmation),
  );
}

async function applyChange(
  context: ChangeContext,
  request: RequestContext,
  change: GrantChange,
  { code, confirm }: Confirmation,
): Promise<{ records: ReturnType<typeof showRecordState>[] }> {
  const terms = { patientIds: [change.patientId], days: change.days, examTypes: change.examTypes };
  return await context.db.within(consentScope(change.accessToken, { terms, code }), async (tx) => {
    const { accessRequest, accesses, now } = await getActiveLink(tx);
    const access = await lockAccess(
      tx,
      accesses.find((each) => each.patientId === change.patientId),
    );
    if (access === undefined || getEffectiveStatus(access, now) !== 'granted') throw new Fault('invalid_state');
    if (givesMore(access, change, now)) await confirm(tx);
    const changes = { days: change.days ?? null, scope: change.examTypes, tellLooks: change.tellLooks };
    if (changes.days !== null || changes.scope !== undefined || changes.tellLooks !== undefined) {
      if (!(await changeRow(tx, access.id, changes))) throw new Fault('invalid_state');
      // Records only what changed: `examTypes` left out does not mean all types.
      await recordConsentEvents(tx, request, 'consent_changed', [access], {
        ...(change.days === undefined ? {} : { days: change.days }),
        ...(change.examTypes === undefined ? {} : { examTypes: change.examTypes }),
        ...(change.tellLooks === undefined ? {} : { tellLooks: change.tellLooks }),
      });
      if (changes.days !== null || changes.scope !== undefined)
        await context.events.emit(tx, 'access_changed', { accessIds: [access.id] });
      await notifyRecordChange(tx, 'grant', accessRequest, [access]);
    }
    return { records: (await listLinkAccesses(tx, accessRequest.id)).map((each) => showRecordState(each, now)) };
  });
}

/** Locks a record's grant and reads it again: another change must not undo what this one compares with. */
async function lockAccess(tx: Tx, access: LinkAccess | undefined): Promise<LinkAccess | undefined> {
  if (access === undefined) return undefined;
  await lockGrant(tx, access.id);
  return (await getActiveLink(tx)).accesses.find(({ id }) => id === access.id);
}

/** True if the change lengthens the grant or adds exam types. */
function givesMore({ expiresAt, scope }: LinkAccess, { days, examTypes }: GrantChange, now: Date): boolean {
  const isLonger = days !== undefined && now.getTime() + days * 86_400_000 > expiresAt.getTime();
  const isWider =
    examTypes !== undefined &&
    scope !== null &&
    (examTypes === null || examTypes.some((type) => !scope.includes(type)));
  return isLonger || isWider;
}
