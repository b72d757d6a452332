import { issueCode, limits, normalizePatientId } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import { encryptText } from '../../../platform/crypto/encrypt-value.ts';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { databaseNow } from '../../../platform/db/now.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import { resendingScope } from '../../authorization/authorize.ts';
import type { CenterPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { CenterScope } from '../../authorization/scope.ts';
import type { AppContext, SendContext } from '../../core/context.ts';
import { excludeErasure } from '../../core/exclude-erasure.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import { withIdempotency } from '../../core/with-idempotency.ts';
import type { Tx } from '../../database.ts';
import { enqueueSms } from '../../messages/enqueue-message.ts';
import { smsTexts } from '../../messages/sms-texts.ts';
import { lockPatient } from '../../patients/lock-patient.ts';
import { decryptFacts } from '../../patients/patient-facts.ts';
import { findPatientByPublicId, type PatientRow } from '../../patients/reads.ts';
import { type AccessRow, countResentLinks, insertGrantLink, listRequestsAndGrants } from '../grants/center-queries.ts';
import { chooseLanguage } from '../requests/request-access.ts';
import { newLinkToken } from '../requests/verify-code.ts';
import { getEffectiveStatus } from '../states.ts';
import { linkPhoneLabel } from './code-store.ts';

/**
 * Sends a new link for one active grant to the patient's number on record (product, "Centers"). The link concerns only
 * that grant. Links sent before stay valid. Throws `not_found` for an unknown patient and for another center's;
 * `invalid_state` without a number or an active grant; `validation` if several grants are active and `grantId` is
 * missing; `rate_limited` after three links in 24 hours.
 */
export async function resendConsentLink(
  context: SendContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  typedId: string,
  grantId: string | undefined,
): Promise<{ ok: true; sentTo: string }> {
  const patientId = normalizePatientId(typedId);
  if (patientId === null) throw new Fault('not_found');
  const token = newLinkToken(context.random);
  const found = await context.db.read(scope, (tx) => findPatientByPublicId(tx, scope.centerId, patientId));
  if (found === null) throw new Fault('not_found');
  const resending = resendingScope(scope, { patientId: found.id, linkHash: hashSecret(token) });
  return await context.db.within(resending, async (tx) => {
    await excludeErasure(tx);
    const patient = await findPatientByPublicId(tx, scope.centerId, patientId);
    if (patient === null) throw new Fault('not_found');
    const { phone } = decryptFacts(context, patient);
    if (phone === undefined) throw new Fault('invalid_state', { reason: issueCode('no_phone') });
    await withIdempotency(tx, request, async () => {
      await lockPatient(tx, scope.centerId, patient.id);
      const now = await databaseNow(tx);
      const grants = await listRequestsAndGrants(tx, scope.centerId, patient.id);
      const activeGrants = grants.filter((row) => getEffectiveStatus(row, now) === 'granted');
      const grant = selectGrant(activeGrants, grantId);
      await checkResendLimit(tx, scope.centerId, patient.id);
      await sendLink(context, tx, request, { patient, phone, grant, token });
      return grant.id;
    });
    return { ok: true, sentTo: `…${phone.slice(-3)}` };
  });
}

function selectGrant(activeGrants: AccessRow[], grantId: string | undefined): AccessRow {
  const candidates = grantId === undefined ? activeGrants : activeGrants.filter((row) => row.id === grantId);
  const [grant] = candidates;
  if (grant === undefined) throw new Fault('invalid_state', { reason: issueCode('no_active_grant') });
  if (candidates.length > 1) throw createFieldFault('grantId', issueCode('grant_required'));
  return grant;
}

async function checkResendLimit(tx: Tx, centerId: string, patientUuid: string): Promise<void> {
  if ((await countResentLinks(tx, centerId, patientUuid)) < limits.maxResentLinksPerDay) return;
  throw new Fault('rate_limited', { reason: issueCode('links_spent'), retryAfterSeconds: 86_400 });
}

const sendDeadlineMs = 86_400_000; // the center must ask again for a link that was not sent within a day

async function sendLink(
  context: Pick<AppContext, 'queue' | 'keys' | 'clock' | 'random' | 'settings'>,
  tx: Tx,
  request: RequestContext<CenterPrincipal>,
  { patient, phone, grant, token }: { patient: PatientRow; phone: string; grant: AccessRow; token: string },
): Promise<void> {
  const tokenHash = hashSecret(token);
  await insertGrantLink(tx, {
    tokenHash,
    requestId: grant.requestId,
    accessId: grant.id,
    encryptedPhone: encryptText(context.keys.outbox, linkPhoneLabel(tokenHash), phone, context.random),
  });
  const text = smsTexts(chooseLanguage(phone, [patient])).resentLink({
    doctor: `${grant.firstName} ${grant.lastName}`,
    url: new URL(`/consent#${token}`, context.settings.publicUrl).href,
  });
  await enqueueSms(context, tx, { to: phone, text }, { kind: 'link', validMs: sendDeadlineMs, linkHash: tokenHash });
  await record(tx, {
    event: 'consent_link_sent',
    ...toAuditFields(request),
    patientId: patient.id,
    object: { kind: 'access', id: grant.id },
    purpose: grant.id,
  });
  await notifyClients(tx, { kind: 'request', ids: [grant.id], to: { centers: [request.principal.centerId] } });
}
