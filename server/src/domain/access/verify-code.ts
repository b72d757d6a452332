import { timingSafeEqual } from 'node:crypto';
import { limits } from '@medcloud/contract';
import { hashSecret } from '../../platform/crypto/hash-secret.ts';
import { openText } from '../../platform/crypto/sealing.ts';
import type { Tx } from '../../platform/db/database.ts';
import { isUuid, newId } from '../../platform/ids/ids.ts';
import type { Random } from '../../platform/ids/random.ts';
import { smsTexts } from '../../texts/sms.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import { matchingScope } from '../authorization/may.ts';
import type { DoctorScope } from '../authorization/scope.ts';
import type { Asking, DoctorPerson } from '../authorization/who.ts';
import { writeSms } from '../messages/write-message.ts';
import { readMobile } from '../patients/phone.ts';
import { phoneIndex } from '../patients/sealed-columns.ts';
import type { Portal } from '../portal/portal.ts';
import { pauseWhereCodesBurn } from './alarm-doctor.ts';
import { announceRecords } from './announce-records.ts';
import { findMatchingPatients } from './matching-store.ts';
import { codeMac, languageOf, wrongCode } from './request-access.ts';
import {
  type CodeName,
  findDoctorName,
  insertAccess,
  insertRequest,
  lockPhone,
  type ReservedCode,
  reserveAttempt,
  useCode,
} from './store.ts';

export interface CodeGuess {
  patientPhone?: string | undefined;
  requestId?: string | undefined;
  otpCode: string;
}

/**
 * Takes the code that a patient read out. An attempt is reserved in one UPDATE before anything is compared, so that
 * guesses at once cannot exceed five (security 2.1). The right code, once, makes one request with its consent link.
 * Wrong, late, used, sixth and none fail alike with `otp_invalid`.
 */
export async function verifyCode(
  portal: Portal,
  scope: DoctorScope,
  asking: Asking<DoctorPerson>,
  guess: CodeGuess,
): Promise<void> {
  const name = nameOf(portal, guess);
  const reserved =
    name === null ? null : await portal.db.within(scope, (tx) => reserveAttempt(tx, scope.doctorId, name));
  // compared even where there is nothing to compare with, so that the work is the same
  const id = reserved?.id ?? '00000000-0000-0000-0000-000000000000';
  const right = timingSafeEqual(codeMac(portal.keys.codes, id, guess.otpCode), reserved?.codeMac ?? Buffer.alloc(32));
  if (reserved === null || !right) {
    await portal.db.within(scope, async (tx) => {
      await record(tx, { event: 'otp_verified', outcome: 'failure', ...askedBy(asking) });
      await pauseWhereCodesBurn(portal, tx, scope.doctorId);
    });
    throw wrongCode();
  }
  const used = await portal.db.within(matchingScope(scope), (tx) => askForConsent(portal, tx, scope, asking, reserved));
  if (!used) throw wrongCode();
}

function nameOf(portal: Portal, guess: CodeGuess): CodeName | null {
  if (guess.requestId !== undefined) return isUuid(guess.requestId) ? { id: guess.requestId } : null;
  const phone = guess.patientPhone === undefined ? null : readMobile(guess.patientPhone);
  return phone === null ? null : { phoneIndex: phoneIndex(portal.keys, phone) };
}

const tokenBytes = 20; // 160 bits (security 2.2)

/** The secret of a consent link: whoever holds it acts for the patient. Only its hash is kept. */
export function newLinkToken(random: Random): string {
  return random.bytes(tokenBytes).toString('base64url');
}

/** Uses the code up and makes the request, one row per patient record, and the SMS with the link. False if the code was used meanwhile. */
async function askForConsent(
  portal: Portal,
  tx: Tx,
  scope: DoctorScope,
  asking: Asking<DoctorPerson>,
  code: ReservedCode,
): Promise<boolean> {
  const { random, clock, keys } = portal;
  // the number first, then its codes: a resend takes them in this order
  await lockPhone(tx, code.phoneIndex, scope.doctorId);
  if (!(await useCode(tx, code.id))) return false;
  const phone = openText(keys.outbox, `otp:${code.id}`, code.phoneSealed);
  const patients = await findMatchingPatients(tx, scope.doctorId, code.phoneIndex);
  const requestId = newId(clock, random);
  const token = newLinkToken(random);
  const language = languageOf(phone, patients);
  await insertRequest(tx, {
    id: requestId,
    otpId: code.id,
    doctorId: scope.doctorId,
    phoneIndex: code.phoneIndex,
    phoneLast3: phone.slice(-3),
    language,
    tokenHash: hashSecret(token),
  });
  await insertAccess(
    tx,
    patients.map((patient) => ({
      id: newId(clock, random),
      requestId,
      doctorId: scope.doctorId,
      patientId: patient.id,
      centerId: patient.centerId,
      publicPatientId: patient.patientId,
      accessToken: newId(clock, random),
    })),
  );
  const text = smsTexts[language].consent({
    doctor: await findDoctorName(tx, scope.doctorId),
    url: new URL(`/consent#${token}`, portal.settings.publicUrl).href,
  });
  await writeSms(
    portal,
    tx,
    { to: phone, text },
    { kind: 'consent', validMs: limits.consentLifetimeMs, decoy: patients.length === 0 },
  );
  await record(tx, {
    event: 'otp_verified',
    ...askedBy(asking),
    object: { kind: 'request', id: requestId },
    details: { records: patients.length },
  });
  const records = patients.map(({ id: patientUuid, centerId }) => ({ patientUuid, centerId }));
  await announceRecords(tx, 'request', { doctorId: scope.doctorId, requestId: code.id }, records);
  return true;
}
