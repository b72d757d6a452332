import { createHash } from 'node:crypto';
import { issueCode, type Language, type LinkResponse } from '@medcloud/contract';
import { consentTextVersion } from '@medcloud/contract/consent-text';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import { consentScope } from '../../authorization/authorize.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { AppContext, SendContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import { notifyRecordChange } from '../notify-record-change.ts';
import { getEffectiveStatus } from '../states.ts';
import { findLinkMessage } from './code-store.ts';
import { type Confirmation, withLinkCode } from './confirm-by-code.ts';
import { showRecordState } from './describe-link.ts';
import { type ActiveLink, getActiveLink } from './get-active-link.ts';
import { joinConsentText } from './join-consent-text.ts';
import { recordConsentEvents } from './record-consent-events.ts';
import {
  denyAccess,
  grantAccess,
  type LinkAccess,
  listLinkAccesses,
  lockDoctorGrants,
  lockRequest,
  markAnswered,
  replaceGrants,
} from './store.ts';

type ResponseContext = SendContext & Pick<AppContext, 'events'>;

type ConsentResponse = { status: 'granted' | 'denied'; records: ReturnType<typeof showRecordState>[] };

/**
 * Applies the patient's response. A grant denies the persons it does not name. Repeating the same response changes
 * nothing. Throws `already_answered` for any other response, including a grant of a denied or ended record;
 * `link_invalid` for an expired or unknown link; `validation` on `patientIds` if a grant names no person and the link
 * concerns several; `code_required` or `otp_invalid` (`withLinkCode`) for a grant later than 30 minutes after the SMS.
 */
export async function respondToRequest(
  context: ResponseContext,
  request: RequestContext,
  answer: LinkResponse,
): Promise<ConsentResponse> {
  return await withLinkCode(context, request, answer, (confirmation) =>
    applyAnswer(context, request, answer, confirmation),
  );
}

async function applyAnswer(
  context: ResponseContext,
  request: RequestContext,
  answer: LinkResponse,
  { code, confirm }: Confirmation,
): Promise<ConsentResponse> {
  const terms = answer.response === 'grant' ? toTerms(answer) : {};
  return await context.db.within(consentScope(answer.accessToken, { terms, code }), async (tx) => {
    const { accessRequest } = await getActiveLink(tx);
    await lockRequest(tx, accessRequest.id);
    // Read again under the lock, to see a response that came first.
    const link = await getActiveLink(tx);
    const selected = selectRecords(link.accesses, answer);
    if (link.accessRequest.answer === null) {
      const isLate = answer.response === 'grant' && !(await findLinkMessage(tx))?.isRecent;
      if (isLate) await confirm(tx);
      await applyResponse(tx, request, link, answer, selected);
      if (answer.response === 'grant')
        await context.events.emit(tx, 'access_granted', { accessIds: selected.map(({ id }) => id) });
    } else if (!isSameResponse(link, answer, selected)) throw new Fault('already_answered');
    const accesses = await listLinkAccesses(tx, accessRequest.id);
    return {
      status: answer.response === 'grant' ? 'granted' : 'denied',
      records: accesses.map((access) => showRecordState(access, link.now)),
    };
  });
}

const toTerms = ({ patientIds, days, examTypes }: LinkResponse) => ({ patientIds, days, examTypes: examTypes ?? null });

/**
 * True if the response and the persons are the same and their state still matches it. A link does not restart an ended
 * grant.
 */
function isSameResponse(
  { accessRequest, accesses, now }: ActiveLink,
  answer: LinkResponse,
  selected: LinkAccess[],
): boolean {
  if (accessRequest.answer !== answer.response) return false;
  if (answer.response === 'deny') return selected.every((access) => access.status === 'denied');
  const granted = accesses.filter((access) => access.status !== 'denied');
  return (
    granted.length === selected.length && selected.every((access) => getEffectiveStatus(access, now) === 'granted')
  );
}

async function applyResponse(
  tx: Tx,
  request: RequestContext,
  link: ActiveLink,
  answer: LinkResponse,
  selected: LinkAccess[],
): Promise<void> {
  const { accessRequest, accesses } = link;
  // The link is unanswered but nothing is pending: the doctor was suspended or rejected meanwhile.
  if (accesses.every((access) => access.status !== 'pending')) throw new Fault('invalid_state');
  const others = accesses.filter((access) => !selected.includes(access));
  if (answer.response === 'grant') {
    await applyGrant(tx, request, link, selected, answer);
    await applyDenial(tx, request, accessRequest.id, others);
  } else await applyDenial(tx, request, accessRequest.id, selected);
  const after = await listLinkAccesses(tx, accessRequest.id);
  const hasPending = after.some((access) => access.status === 'pending');
  if (!hasPending)
    await markAnswered(tx, accessRequest.id, after.some((access) => access.status === 'granted') ? 'grant' : 'deny');
  const [kind, affected] =
    answer.response === 'grant' ? (['grant', accesses] as const) : (['request', selected] as const);
  await notifyRecordChange(tx, kind, { doctorId: accessRequest.doctorId, requestId: accessRequest.otpId }, affected);
}

/** Selects the records named in the response. Selects all if a denial names none or if the link concerns one person. */
function selectRecords(accesses: LinkAccess[], answer: LinkResponse): LinkAccess[] {
  const { patientIds } = answer;
  if (patientIds === undefined) {
    if (answer.response === 'grant' && accesses.length > 1)
      throw createFieldFault('patientIds', issueCode('persons_required'));
    return accesses;
  }
  const selected = accesses.filter((access) => patientIds.includes(access.patientId));
  if (selected.length !== new Set(patientIds).size) throw createFieldFault('patientIds', issueCode('persons_required'));
  return selected;
}

async function applyGrant(
  tx: Tx,
  request: RequestContext,
  link: ActiveLink,
  selected: LinkAccess[],
  answer: LinkResponse,
): Promise<void> {
  const uuids = selected.map((access) => access.patientUuid);
  const language: Language = answer.language ?? link.accessRequest.language;
  await lockDoctorGrants(tx, link.accessRequest.doctorId);
  const replaced = await replaceGrants(tx, link.accessRequest.doctorId, uuids);
  const changed = await grantAccess(tx, link.accessRequest.id, uuids, {
    days: answer.days,
    scope: answer.examTypes ?? null,
    language,
    textVersion: consentTextVersion,
    textHash: createHash('sha256').update(joinConsentText(language)).digest(),
    tellLooks: answer.tellLooks,
  });
  if (changed.length !== uuids.length) throw new Fault('already_answered');
  await recordConsentEvents(tx, request, 'consent_granted', selected, {
    days: answer.days,
    examTypes: answer.examTypes ?? null,
    ...(answer.tellLooks ? { tellLooks: true } : {}),
  });
  for (const access of selected) {
    const before = replaced.filter(({ patientUuid }) => patientUuid === access.patientUuid);
    await recordConsentEvents(tx, request, 'consent_revoked', before, { replacedBy: access.id });
  }
}

/**
 * Denies all pending records. Earlier denials stay unchanged. Expired records are skipped and start no waiting period.
 */
async function applyDenial(tx: Tx, request: RequestContext, requestId: string, accesses: LinkAccess[]): Promise<void> {
  const changed = await denyAccess(
    tx,
    requestId,
    accesses.map((access) => access.patientUuid),
  );
  if (changed.length !== accesses.filter((access) => access.status === 'pending').length)
    throw new Fault('invalid_state');
  await recordConsentEvents(
    tx,
    request,
    'consent_denied',
    accesses.filter((access) => changed.includes(access.id)),
    {},
  );
}
