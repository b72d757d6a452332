import { limits } from '@medcloud/contract';
import { decryptText } from '../../../platform/crypto/encrypt-value.ts';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { isUuid, newId } from '../../../platform/ids/ids.ts';
import type { Random } from '../../../platform/ids/random.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import { matchingScope } from '../../authorization/authorize.ts';
import type { DoctorPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { DoctorScope } from '../../authorization/scope.ts';
import type { AppContext, SendContext } from '../../core/context.ts';
import { excludeErasure } from '../../core/exclude-erasure.ts';
import type { Tx } from '../../database.ts';
import { findDoctorName } from '../../doctors/reads.ts';
import { enqueueSms } from '../../messages/enqueue-message.ts';
import { smsTexts } from '../../messages/sms-texts.ts';
import { phoneIndex } from '../../patients/encrypted-columns.ts';
import { parseMobile } from '../../patients/phone.ts';
import { notifyRecordChange } from '../notify-record-change.ts';
import {
  type CodeLookup,
  consumeCode,
  countCodeTry,
  findOpenCode,
  insertAccess,
  insertRequest,
  lockPhone,
  type OpenCode,
} from '../store.ts';
import { findMatchingPatients } from './find-matching-patients.ts';
import { raiseExhaustedCodesAlarm } from './raise-doctor-alarms.ts';
import { chooseLanguage, computeCodeMac, invalidCodeFault } from './request-access.ts';

export interface CodeAttempt {
  patientPhone?: string | undefined;
  requestId?: string | undefined;
  otpCode: string;
}

/**
 * Verifies the code the patient read out. Counts the attempt in one UPDATE, and commits it, before the database compares
 * the MAC, so parallel attempts cannot exceed five (security 2.1). The right code works once and creates one request with its consent link. Throws
 * the same `otp_invalid` for a wrong, expired, used, sixth or missing code.
 */
export async function verifyCode(
  context: SendContext,
  scope: DoctorScope,
  request: RequestContext<DoctorPrincipal>,
  attempt: CodeAttempt,
): Promise<void> {
  const lookup = parseCodeLookup(context, attempt);
  const code = lookup === null ? null : await context.db.read(scope, (tx) => findOpenCode(tx, scope.doctorId, lookup));
  if (code !== null && (await tryCode(context, scope, request, code, attempt.otpCode))) return;
  await context.db.within(scope, async (tx) => {
    await record(tx, { event: 'otp_verified', outcome: 'failure', ...toAuditFields(request) });
    await raiseExhaustedCodesAlarm(context, tx, scope.doctorId);
  });
  throw invalidCodeFault();
}

/**
 * Counts the attempt, and then compares what the doctor entered in the transaction that creates the request. Returns
 * whether the code was right.
 */
async function tryCode(
  context: SendContext,
  scope: DoctorScope,
  request: RequestContext<DoctorPrincipal>,
  code: OpenCode,
  entered: string,
): Promise<boolean> {
  const token = newLinkToken(context.random);
  const matched = {
    phoneIndex: code.phoneIndex,
    linkHash: hashSecret(token),
    code: { id: code.id, mac: computeCodeMac(context.keys.codes, code.id, entered) },
  };
  const matching = matchingScope(scope, matched);
  if (!(await context.db.within(matching, countCodeTry))) return false;
  return await context.db.within(matching, (tx) => requestConsent(context, tx, scope, request, code, token));
}

function parseCodeLookup(context: Pick<AppContext, 'keys'>, attempt: CodeAttempt): CodeLookup | null {
  if (attempt.requestId !== undefined) return isUuid(attempt.requestId) ? { id: attempt.requestId } : null;
  const phone = attempt.patientPhone === undefined ? null : parseMobile(attempt.patientPhone);
  return phone === null ? null : { phoneIndex: phoneIndex(context.keys, phone) };
}

const tokenBytes = 20; // 160 bits (security 2.2)

/** Creates the secret of a consent link, which grants the patient's rights. Only its hash is stored. */
export function newLinkToken(random: Random): string {
  return random.bytes(tokenBytes).toString('base64url');
}

/**
 * Consumes the code and creates the request, one row per patient record, and the SMS with the link. Returns false if
 * the code is wrong or was used meanwhile.
 */
async function requestConsent(
  context: Pick<AppContext, 'queue' | 'keys' | 'clock' | 'random' | 'settings'>,
  tx: Tx,
  scope: DoctorScope,
  request: RequestContext<DoctorPrincipal>,
  code: OpenCode,
  token: string,
): Promise<boolean> {
  const { random, clock, keys } = context;
  await excludeErasure(tx);
  // Locks the number first, then its codes: a resend locks in the same order.
  await lockPhone(tx, code.phoneIndex, scope.doctorId);
  if (!(await consumeCode(tx))) return false;
  const phone = decryptText(keys.outbox, `otp:${code.id}`, code.encryptedPhone);
  const patients = await findMatchingPatients(tx, scope.doctorId, code.phoneIndex);
  const requestId = newId(clock, random);
  const language = chooseLanguage(phone, patients);
  await insertRequest(tx, {
    id: requestId,
    otpId: code.id,
    doctorId: scope.doctorId,
    phoneIndex: code.phoneIndex,
    phoneLast3: phone.slice(-3),
    language,
    tokenHash: hashSecret(token),
    encryptedPhone: code.encryptedPhone,
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
  const text = smsTexts(language).consent({
    doctor: await findDoctorName(tx, scope.doctorId),
    url: new URL(`/consent#${token}`, context.settings.publicUrl).href,
  });
  await enqueueSms(
    context,
    tx,
    { to: phone, text },
    { kind: 'consent', validMs: limits.consentLifetimeMs, otpId: code.id, isDecoy: patients.length === 0 },
  );
  await record(tx, {
    event: 'otp_verified',
    ...toAuditFields(request),
    object: { kind: 'request', id: requestId },
    details: { records: patients.length },
  });
  const records = patients.map(({ id: patientUuid, centerId }) => ({ patientUuid, centerId }));
  await notifyRecordChange(tx, 'request', { doctorId: scope.doctorId, requestId: code.id }, records);
  return true;
}
