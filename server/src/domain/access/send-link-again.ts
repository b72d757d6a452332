import { limits, normalizePatientId, sentences } from '@medcloud/contract';
import { Fault, fieldFault } from '@medcloud/contract/faults';
import { hashSecret } from '../../platform/crypto/hash-secret.ts';
import type { Tx } from '../../platform/db/database.ts';
import { databaseNow } from '../../platform/db/now.ts';
import { smsTexts } from '../../texts/sms.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { Asking, CenterPerson } from '../authorization/who.ts';
import { writeSms } from '../messages/write-message.ts';
import { factsOf } from '../patients/facts.ts';
import { findPatientByPublicId, holdPatient, type PatientRow } from '../patients/store.ts';
import { announce } from '../portal/announce.ts';
import { once } from '../portal/once.ts';
import type { Portal } from '../portal/portal.ts';
import { countLinksAgain, type GrantRow, insertLinkAgain, listGrants } from './patient-store.ts';
import { languageOf } from './request-access.ts';
import { shownStatus } from './states.ts';
import { newLinkToken } from './verify-code.ts';

/**
 * Sends a patient a link of one live grant, to the number on record (product, "Centers"). It is a fresh one and concerns
 * that grant alone; links sent before go on as they did. Fails with `not_found` alike for an unknown and a foreign
 * patient; `invalid_state` without a number or a live grant; `validation` where several are live and none is named;
 * `rate_limited` after three in 24 hours.
 */
export async function sendLinkAgain(
  portal: Portal,
  scope: CenterScope,
  asking: Asking<CenterPerson>,
  typedId: string,
  grantId: string | undefined,
): Promise<{ ok: true; sentTo: string }> {
  const patientId = normalizePatientId(typedId);
  if (patientId === null) throw new Fault('not_found');
  return await portal.db.within(scope, async (tx) => {
    const patient = await findPatientByPublicId(tx, scope.centerId, patientId);
    if (patient === null) throw new Fault('not_found');
    const { phone } = factsOf(portal, patient);
    if (phone === null) throw new Fault('invalid_state', { message: sentences.noPhone });
    await once(tx, asking, async () => {
      await holdPatient(tx, scope.centerId, patient.id);
      const now = await databaseNow(tx);
      const grants = await listGrants(tx, scope.centerId, patient.id);
      const live = grants.filter((row) => shownStatus(row, now) === 'granted');
      const grant = chosen(live, grantId);
      await checkLimit(tx, scope.centerId, patient.id);
      await send(portal, tx, asking, { patient, phone, grant });
      return grant.id;
    });
    return { ok: true, sentTo: `…${phone.slice(-3)}` };
  });
}

function chosen(live: GrantRow[], grantId: string | undefined): GrantRow {
  const named = grantId === undefined ? live : live.filter((row) => row.id === grantId);
  const [grant] = named;
  if (grant === undefined) throw new Fault('invalid_state', { message: sentences.noLiveGrant });
  if (named.length > 1) throw fieldFault('grantId', sentences.grantRequired);
  return grant;
}

async function checkLimit(tx: Tx, centerId: string, patientUuid: string): Promise<void> {
  if ((await countLinksAgain(tx, centerId, patientUuid)) < limits.linksAgainPerDay) return;
  throw new Fault('rate_limited', { message: sentences.linksSpent, retryAfterSeconds: 86_400 });
}

const sendableMs = 86_400_000; // a link that did not leave within a day is asked for anew

async function send(
  portal: Portal,
  tx: Tx,
  asking: Asking<CenterPerson>,
  { patient, phone, grant }: { patient: PatientRow; phone: string; grant: GrantRow },
): Promise<void> {
  const token = newLinkToken(portal.random);
  await insertLinkAgain(tx, {
    tokenHash: hashSecret(token),
    requestId: grant.requestId,
    accessId: grant.id,
  });
  const text = smsTexts[languageOf(phone, [patient])].linkAgain({
    doctor: `${grant.firstName} ${grant.lastName}`,
    url: new URL(`/consent#${token}`, portal.settings.publicUrl).href,
  });
  await writeSms(portal, tx, { to: phone, text }, { kind: 'link', validMs: sendableMs });
  await record(tx, {
    event: 'consent_link_sent',
    ...askedBy(asking),
    patientId: patient.id,
    object: { kind: 'access', id: grant.id },
    purpose: grant.id,
  });
  await announce(tx, { kind: 'request', ids: [grant.id], to: { centers: [asking.who.centerId] } });
}
