import { createHmac } from 'node:crypto';
import { limits, sentences } from '@medcloud/contract';
import { Fault, fieldFault } from '@medcloud/contract/faults';
import { hashSecret } from '../../platform/crypto/hash-secret.ts';
import { sealText } from '../../platform/crypto/sealing.ts';
import type { Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids/ids.ts';
import { smsTexts } from '../../texts/sms.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import { matchingScope } from '../authorization/may.ts';
import type { DoctorScope } from '../authorization/scope.ts';
import type { Asking, DoctorPerson } from '../authorization/who.ts';
import { writeSms } from '../messages/write-message.ts';
import { readMobile } from '../patients/phone.ts';
import { phoneIndex } from '../patients/sealed-columns.ts';
import { announce } from '../portal/announce.ts';
import type { Portal } from '../portal/portal.ts';
import { watchDoctorJob } from './alarm-doctor.ts';
import { newBlockToken } from './block-doctor.ts';
import { insertBlockLink } from './block-store.ts';
import { findMatchingPatients, type MatchingPatient } from './matching-store.ts';
import { checkRequestLimits } from './request-limits.ts';
import { findDoctorName, insertCode, lockPhone, supersedeCodes } from './store.ts';

export interface Requested {
  requestId: string;
  resendAt: Date;
}

/**
 * Sends a one-time code to a patient's phone (product, "Doctor's path" 3-4). The same statements run, and the same answer
 * is given, for a number that belongs to nobody: its code is a decoy that was never sent. Calling again after 60 s is
 * the resend. Fails with `validation` and `rate_limited`, alike for every number.
 */
export async function requestAccess(
  portal: Portal,
  scope: DoctorScope,
  asking: Asking<DoctorPerson>,
  typedPhone: string,
): Promise<Requested> {
  const phone = readMobile(typedPhone);
  if (phone === null) throw fieldFault('patientPhone', sentences.phoneInvalid);
  const index = phoneIndex(portal.keys, phone);
  return await portal.db.within(matchingScope(scope), async (tx) => {
    await lockPhone(tx, index, scope.doctorId);
    await checkRequestLimits(tx, scope.doctorId, index);
    const patients = await findMatchingPatients(tx, scope.doctorId, index);
    const otpId = await makeCode(portal, tx, scope, phone, index, patients);
    await record(tx, {
      event: 'access_requested',
      ...askedBy(asking),
      object: { kind: 'otp', id: otpId },
      details: { records: patients.length },
    });
    await announce(tx, { kind: 'request', ids: [otpId], to: { doctors: [scope.doctorId] } });
    await portal.queue.add(tx, { kind: watchDoctorJob, payload: { doctorId: scope.doctorId }, key: scope.doctorId });
    return { requestId: otpId, resendAt: new Date(portal.clock.now().getTime() + limits.otpResendMs) };
  });
}

/** Replaces any live code of this doctor and number, and writes the SMS; for a decoy all of it but the sending. */
async function makeCode(
  portal: Portal,
  tx: Tx,
  scope: DoctorScope,
  phone: string,
  index: Buffer,
  patients: MatchingPatient[],
): Promise<string> {
  const { random, keys, clock } = portal;
  const decoy = patients.length === 0;
  const id = newId(clock, random);
  const code = random
    .int(10 ** limits.otpDigits)
    .toString()
    .padStart(limits.otpDigits, '0');
  const attempts = await supersedeCodes(tx, scope.doctorId, index);
  await insertCode(tx, {
    id,
    doctor_id: scope.doctorId,
    phone_index: index,
    phone_sealed: sealText(keys.outbox, `otp:${id}`, phone, random),
    phone_last3: phone.slice(-3),
    // a decoy's code is one that nobody was ever told
    code_mac: decoy ? random.bytes(32) : codeMac(keys.codes, id, code),
    attempts,
  });
  const language = languageOf(phone, patients);
  const blockToken = newBlockToken(random);
  const tokenHash = hashSecret(blockToken);
  await insertBlockLink(tx, { tokenHash, doctorId: scope.doctorId, phoneIndex: index, language });
  const text = smsTexts[language].code({
    code,
    doctor: await findDoctorName(tx, scope.doctorId),
    url: new URL(`/consent#${blockToken}`, portal.settings.publicUrl).href,
  });
  await writeSms(portal, tx, { to: phone, text }, { kind: 'code', validMs: limits.otpLifetimeMs, otpId: id, decoy });
  return id;
}

/** What is kept of a code: its MAC under a key that is not in the database, bound to its request (security 2.1). */
export function codeMac(key: Buffer, requestId: string, code: string): Buffer {
  return createHmac('sha256', key).update(`${requestId}|${code}`).digest();
}

/** The patient's own language, else Greek for +30, else English (product, "Doctor's path" 6). */
export function languageOf(phone: string, patients: Pick<MatchingPatient, 'language'>[]): 'en' | 'el' {
  return patients.find((patient) => patient.language !== null)?.language ?? (phone.startsWith('+30') ? 'el' : 'en');
}

/** The failure of every guess that does not count, in one sentence (shapes, "verify"). */
export function wrongCode(): Fault {
  return new Fault('otp_invalid');
}
