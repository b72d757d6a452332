import { issueCode, limits, maskPhone } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { decryptText } from '../../../platform/crypto/encrypt-value.ts';
import { newId } from '../../../platform/ids/ids.ts';
import { record } from '../../audit/record/record.ts';
import { consentScope, linkScope } from '../../authorization/authorize.ts';
import type { ConsentAct } from '../../authorization/consent-acts.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { SendContext } from '../../core/context.ts';
import { excludeErasure } from '../../core/exclude-erasure.ts';
import type { Reader, Tx } from '../../database.ts';
import { enqueueSms } from '../../messages/enqueue-message.ts';
import { smsTexts } from '../../messages/sms-texts.ts';
import { phoneIndex } from '../../patients/encrypted-columns.ts';
import { computeCodeMac, invalidCodeFault, newCode } from '../requests/request-access.ts';
import type { LinkCodePurpose } from '../tables.ts';
import {
  areOwnAttemptsSpent,
  consumeLinkCode,
  countLinkCodes,
  countLinkTry,
  countPhoneCodes,
  findLinkMessage,
  findOpenLinkCode,
  linkPhoneLabel,
  lockNumber,
  replaceLinkCode,
} from './code-store.ts';
import { type ActiveLink, getActiveLink } from './get-active-link.ts';
import { lockRequest } from './store.ts';

/** What an act gets that may need a code. */
export interface Confirmation {
  /** The code that was entered, for the act's scope. */
  code: ConsentAct['code'];
  /** Called in the act's transaction where the link alone is not enough. Throws `code_required` without a code. */
  confirm(tx: Tx): Promise<void>;
}

const maxCodesPerHour = 3;
const maxCodesPerDay = 5;

/**
 * Runs an act on a consent link that may need a code from the link's phone. The attempt of a given code is counted first,
 * whatever the act does; the database compares it in the act's transaction. Without one, `confirm` throws `code_required`; then a code is sent to the phone
 * that got the link, and the fault's reason has its last digits. Throws `otp_invalid` for a wrong, expired, used or
 * missing code, `rate_limited` after three codes in an hour or five in a day.
 */
export async function withLinkCode<Result>(
  context: SendContext,
  request: RequestContext,
  { accessToken, code }: { accessToken: string; code?: string | undefined },
  act: (confirmation: Confirmation) => Promise<Result>,
  purpose: LinkCodePurpose = 'change',
): Promise<Result> {
  const entered = code === undefined ? undefined : await countTry(context, { accessToken, code, purpose });
  try {
    return await act({
      code: entered,
      async confirm(tx) {
        if (code === undefined) throw new Fault('code_required');
        if (entered === undefined || !(await consumeLinkCode(tx))) throw invalidCodeFault();
      },
    });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.code === 'otp_invalid') await recordWrongCode(context, request, accessToken);
    if (error.code !== 'code_required') throw error;
    const phone = await sendLinkCode(context, request, accessToken, purpose);
    throw new Fault('code_required', { reason: issueCode('code_sent', maskPhone(phone)) });
  }
}

/**
 * Uses an attempt of the link's code, in a transaction of its own. Returns its id and the MAC of what was entered, or
 * nothing if no code is open.
 */
async function countTry(
  context: SendContext,
  { accessToken, code, purpose }: { accessToken: string; code: string; purpose: LinkCodePurpose },
): Promise<ConsentAct['code']> {
  const id = await context.db.read(linkScope(accessToken), (tx) => findOpenLinkCode(tx, purpose));
  if (id === null) return undefined;
  const entered = { id, mac: computeCodeMac(context.keys.codes, id, code) };
  const isCounted = await context.db.within(consentScope(accessToken, { code: entered }), countLinkTry);
  return isCounted ? entered : undefined;
}

async function recordWrongCode(context: SendContext, request: RequestContext, accessToken: string): Promise<void> {
  await context.db.within(linkScope(accessToken), async (tx) => {
    const { accessRequest } = await getActiveLink(tx);
    await recordCode(tx, request, 'consent_code_refused', accessRequest.id);
  });
}

/** Sends a code to the phone that got the link, unless one was just sent. Returns the phone. */
async function sendLinkCode(
  context: SendContext,
  request: RequestContext,
  accessToken: string,
  purpose: LinkCodePurpose,
): Promise<string> {
  const { db, keys, clock, random } = context;
  const id = newId(clock, random);
  // read before, because the scope of the new code names the phone
  const { phone, tokenHash } = await db.read(linkScope(accessToken), (tx) => getPhone(context, tx));
  const index = purpose === 'change' ? null : phoneIndex(keys, phone);
  const scope = consentScope(accessToken, { newCodeId: id, phoneIndex: index ?? undefined });
  return await db.within(scope, async (tx) => {
    await excludeErasure(tx);
    if (index !== null) await lockNumber(tx, index);
    const { accessRequest } = await getActiveLink(tx);
    await lockRequest(tx, accessRequest.id);
    const recent = await countLinkCodes(tx, purpose);
    if (recent.isJustSent) return phone;
    checkLimits(recent);
    if (index !== null) checkLimits(await countPhoneCodes(tx));
    if (purpose === 'own' && (await areOwnAttemptsSpent(tx))) throw createDayLimitFault();
    const code = newCode(random);
    const codeMac = computeCodeMac(keys.codes, id, code);
    await replaceLinkCode(tx, { id, tokenHash, codeMac, purpose, phoneIndex: index });
    const text = writeCode(accessRequest, purpose, code);
    const envelope = { kind: 'code', validMs: limits.otpLifetimeMs, linkHash: tokenHash } as const;
    await enqueueSms(context, tx, { to: phone, text }, envelope);
    await recordCode(tx, request, 'consent_code_sent', accessRequest.id);
    return phone;
  });
}

/** Returns the phone that got the link. Throws `invalid_state` for a link whose phone is not stored. */
async function getPhone(
  { keys }: Pick<SendContext, 'keys'>,
  tx: Reader,
): Promise<{ phone: string; tokenHash: Buffer }> {
  const { accessRequest } = await getActiveLink(tx);
  const message = await findLinkMessage(tx);
  if (message === null || message.encryptedPhone === null) throw new Fault('invalid_state');
  const { tokenHash } = message;
  const label = message.isResent ? linkPhoneLabel(tokenHash) : `otp:${accessRequest.otpId}`;
  return { phone: decryptText(keys.outbox, label, message.encryptedPhone), tokenHash };
}

/** The SMS says what the code is for. */
function writeCode(accessRequest: ActiveLink['accessRequest'], purpose: LinkCodePurpose, code: string): string {
  const texts = smsTexts(accessRequest.language);
  if (purpose === 'overview') return texts.overviewCode({ code });
  if (purpose === 'own') return texts.ownCode({ code });
  const doctor = `${accessRequest.doctorFirstName} ${accessRequest.doctorLastName}`;
  return texts[accessRequest.answer === null ? 'grantCode' : 'changeCode']({ code, doctor });
}

function checkLimits({ lastHour, lastDay }: { lastHour: number; lastDay: number }): void {
  if (lastDay >= maxCodesPerDay) throw createDayLimitFault();
  if (lastHour >= maxCodesPerHour)
    throw new Fault('rate_limited', { reason: issueCode('codes_this_hour'), retryAfterSeconds: 3_600 });
}

function createDayLimitFault(): Fault {
  return new Fault('rate_limited', { reason: issueCode('codes_today'), retryAfterSeconds: 86_400 });
}

async function recordCode(
  tx: Tx,
  request: RequestContext,
  event: 'consent_code_sent' | 'consent_code_refused',
  requestId: string,
): Promise<void> {
  await record(tx, {
    event,
    ...(event === 'consent_code_refused' ? { outcome: 'failure' as const } : {}),
    actor: { kind: 'patient' },
    requestId: request.requestId,
    addressBlock: request.addressBlock,
    object: { kind: 'request', id: requestId },
  });
}
