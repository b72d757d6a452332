import { createHmac } from 'node:crypto';
import { limits } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { Language } from '@medcloud/contract/languages';
import { encryptText } from '../../../platform/crypto/encrypt-value.ts';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { newId } from '../../../platform/ids/ids.ts';
import type { Random } from '../../../platform/ids/random.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import { matchingScope } from '../../authorization/authorize.ts';
import type { DoctorPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { DoctorScope } from '../../authorization/scope.ts';
import type { AppContext, SendContext } from '../../core/context.ts';
import { excludeErasure } from '../../core/exclude-erasure.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import type { Tx } from '../../database.ts';
import { findDoctorName } from '../../doctors/reads.ts';
import { enqueueSms } from '../../messages/enqueue-message.ts';
import { smsTexts } from '../../messages/sms-texts.ts';
import { requireMobile } from '../../patients/check-facts.ts';
import { phoneIndex } from '../../patients/encrypted-columns.ts';

import { newBlockToken } from '../blocks/block-doctor.ts';
import { insertBlockLink } from '../blocks/store.ts';
import { insertCode, lockPhone, supersedeCodes } from '../store.ts';
import { checkRequestLimits } from './check-request-limits.ts';
import { findMatchingPatients, type MatchingPatient } from './find-matching-patients.ts';
import { watchDoctorJob } from './raise-doctor-alarms.ts';

export interface AccessRequestReceipt {
  requestId: string;
  resendAt: Date;
}

/**
 * Sends a verification code to a patient's phone (product, "Doctor's path" 3-4). Runs the same statements and returns
 * the same response for an unknown number: its code is a decoy, never sent. A second call after 60 s resends. Throws
 * `validation` and `rate_limited`, for every number in the same way.
 */
export async function requestAccess(
  context: SendContext,
  scope: DoctorScope,
  request: RequestContext<DoctorPrincipal>,
  typedPhone: string,
): Promise<AccessRequestReceipt> {
  const phone = requireMobile(typedPhone, 'patientPhone', 'phone_invalid');
  const index = phoneIndex(context.keys, phone);
  const blockToken = newBlockToken(context.random);
  const newCodeId = newId(context.clock, context.random);
  const matched = { phoneIndex: index, linkHash: hashSecret(blockToken), newCodeId };
  return await context.db.within(matchingScope(scope, matched), async (tx) => {
    await excludeErasure(tx);
    await lockPhone(tx, index, scope.doctorId);
    await checkRequestLimits(tx, scope.doctorId, index);
    const patients = await findMatchingPatients(tx, scope.doctorId, index);
    await createCode(context, tx, scope, { id: newCodeId, phone, index, blockToken }, patients);
    await record(tx, {
      event: 'access_requested',
      ...toAuditFields(request),
      object: { kind: 'otp', id: newCodeId },
      details: { records: patients.length },
    });
    await notifyClients(tx, { kind: 'request', ids: [newCodeId], to: { doctors: [scope.doctorId] } });
    await context.queue.add(tx, { kind: watchDoctorJob, payload: { doctorId: scope.doctorId }, key: scope.doctorId });
    return { requestId: newCodeId, resendAt: new Date(context.clock.now().getTime() + limits.otpResendMs) };
  });
}

/**
 * Replaces any active code of this doctor and number, and enqueues the SMS. For a decoy, does everything except
 * sending.
 */
async function createCode(
  context: Pick<AppContext, 'queue' | 'keys' | 'clock' | 'random' | 'settings'>,
  tx: Tx,
  scope: DoctorScope,
  { id, phone, index, blockToken }: { id: string; phone: string; index: Buffer; blockToken: string },
  patients: MatchingPatient[],
): Promise<void> {
  const { random, keys } = context;
  const isDecoy = patients.length === 0;
  const code = newCode(random);
  const attempts = await supersedeCodes(tx, scope.doctorId, index);
  await insertCode(tx, {
    id,
    doctor_id: scope.doctorId,
    phone_index: index,
    phone_sealed: encryptText(keys.outbox, `otp:${id}`, phone, random),
    phone_last3: phone.slice(-3),
    // Random bytes: no code matches a decoy.
    code_mac: isDecoy ? random.bytes(32) : computeCodeMac(keys.codes, id, code),
    attempts,
  });
  const language = chooseLanguage(phone, patients);
  const tokenHash = hashSecret(blockToken);
  await insertBlockLink(tx, { tokenHash, doctorId: scope.doctorId, phoneIndex: index, language });
  const text = smsTexts(language).code({
    code,
    doctor: await findDoctorName(tx, scope.doctorId),
    url: new URL(`/consent#${blockToken}`, context.settings.publicUrl).href,
  });
  await enqueueSms(
    context,
    tx,
    { to: phone, text },
    { kind: 'code', validMs: limits.otpLifetimeMs, otpId: id, isDecoy },
  );
}

/** Creates a code of six random digits. */
export function newCode(random: Random): string {
  return random
    .int(10 ** limits.otpDigits)
    .toString()
    .padStart(limits.otpDigits, '0');
}

/**
 * Computes the MAC that is stored for a code. Its key is not in the database, and it is bound to the request (security
 * 2.1).
 */
export function computeCodeMac(key: Buffer, requestId: string, code: string): Buffer {
  return createHmac('sha256', key).update(`${requestId}|${code}`).digest();
}

/** Returns the patient's own language, else Greek for +30, else English (product, "Doctor's path" 6). */
export function chooseLanguage(phone: string, patients: Pick<MatchingPatient, 'language'>[]): Language {
  return patients.find((patient) => patient.language !== null)?.language ?? (phone.startsWith('+30') ? 'el' : 'en');
}

/** Creates the same fault for every failed attempt, with one message (shapes, "verify"). */
export function invalidCodeFault(): Fault {
  return new Fault('otp_invalid');
}
