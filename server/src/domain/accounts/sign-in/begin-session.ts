import type { FactorSetup } from '@medcloud/contract/shapes/accounts';
import type { FactorMethod } from '@medcloud/contract/shapes/factors';
import { newId } from '../../../platform/ids/ids.ts';
import { type AuditEntry, record } from '../../audit/record/record.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { SessionRole } from '../../core/column-values.ts';
import type { AppContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import { type SecurityMailContext, sendSecurityMail } from '../../factors/send-security-mail.ts';
import {
  type CenterOfUser,
  type DoctorOfUser,
  findCenterOfUser,
  findDoctorOfUser,
  type SignInMembership,
} from '../account-holder.ts';
import { nameDevice, parseDevice } from '../sessions/device.ts';
import { findSentSession, type SentSession } from '../sessions/find-sent-session.ts';
import { hashSessionSecrets, type SessionSecrets } from '../sessions/session-secrets.ts';
import { insertSession, revokeOldestSessions, revokeSession, wasUsedBefore } from '../sessions/store.ts';
import type { Account } from '../store.ts';
import { findKnownDevice } from './known-device.ts';
import { signInKeysOf } from './sign-in-identifier.ts';

export interface SignInResult {
  account: Account;
  role: SessionRole;
  /** A second factor is required and there is none; else null. */
  factorSetup: FactorSetup | null;
  secrets: SessionSecrets;
  center: CenterOfUser | null;
  /** With what rights a person acts for the center; null for its own account. */
  member: SignInMembership['member'] | null;
  doctor: DoctorOfUser | null;
}

export type SessionContext = SecurityMailContext & Pick<AppContext, 'events'>;

/** A sign-in whose account is proved and locked. */
export interface ProvedSignIn {
  account: Account;
  /** The membership with which the person signs in to a center; null for the account's own rights. */
  membership: SignInMembership | null;
  secrets: SessionSecrets;
  /** The session that the browser still sends. */
  previous: SentSession | null;
  /** The browser's device cookie. */
  device: string | null;
  /** What proved the account beside the password, or, a passkey, without it. */
  factor?: FactorMethod;
  factorSetup?: FactorSetup | null;
}

/** Idle and absolute limits of a session in seconds (product, "Sessions"). */
export const sessionLimits = {
  admin: { idleSeconds: 15 * 60, absoluteSeconds: 8 * 3_600 },
  doctor: { idleSeconds: 30 * 60, absoluteSeconds: 12 * 3_600 },
  medical_center: { idleSeconds: 30 * 60, absoluteSeconds: 12 * 3_600 },
} as const;

const maxSessionsPerUser = { admin: 5, doctor: 5, medical_center: 10 } as const; // security 2.5

/** Begins the session of a sign-in, whatever its way, and revokes an earlier one that the browser still presents. */
export async function beginSession(
  context: SessionContext,
  tx: Tx,
  request: RequestContext,
  { account, membership, secrets, previous, device: cookie, factor, factorSetup = null }: ProvedSignIn,
): Promise<SignInResult> {
  const role = sessionRoleOf(account, membership);
  const center = membership?.center ?? (role === 'medical_center' ? await findCenterOfUser(tx, account.userId) : null);
  const doctor = role === 'doctor' ? await findDoctorOfUser(tx, account.userId) : null;
  const replaced = previous === null ? [] : await revokePreviousSession(tx, previous);
  const id = newId(context.clock, context.random);
  const device = parseDevice(request.userAgent);
  const keys = signInKeysOf({ ...account, role, center, member: membership?.member ?? null });
  const isNewBrowser = !keys.some((key) => findKnownDevice(context, cookie, key) !== null);
  await insertSession(tx, {
    id,
    userId: account.userId,
    role,
    centerId: center?.id ?? null,
    memberId: membership?.member.id ?? null,
    doctorId: doctor?.id ?? null,
    ...hashSessionSecrets(secrets),
    ...sessionLimits[role],
    addressBlock: request.addressBlock,
    isBound: request.bindsSession,
    device,
  });
  const oldest = await revokeOldestSessions(tx, account.userId, maxSessionsPerUser[role]);
  if (center) await context.events.emit(tx, 'center_signed_in', { centerId: center.id });
  const by = {
    actor: {
      kind: role === 'medical_center' ? ('center' as const) : role,
      personId: account.userId,
      sessionId: id,
      ...(center ? { centerId: center.id } : {}),
      ...(doctor ? { doctorId: doctor.id } : {}),
    },
    requestId: request.requestId,
    addressBlock: request.addressBlock,
  };
  const details = {
    ...device,
    ...(factor === undefined ? {} : { factor }),
    // the alarm rules watch the browsers of administrators
    ...(role === 'admin' && isNewBrowser ? { newBrowser: true } : {}),
  };
  await record(tx, { event: 'login', ...by, details });
  if (isNewBrowser) await mailNewBrowser(context, tx, request, { account, role, sessionId: id });
  if (factor === 'recovery') await record(tx, { event: 'recovery_code_used', ...by });
  await recordEndedSessions(tx, by, 'signed_in_again', replaced);
  await recordEndedSessions(tx, by, 'too_many', oldest);
  return { account, role, factorSetup, secrets, center, member: membership?.member ?? null, doctor };
}

/** Returns the role of a session. Throws if the account is a member's and no membership is given. */
export function sessionRoleOf({ role }: Pick<Account, 'role'>, membership: SignInMembership | null): SessionRole {
  if (membership !== null) return 'medical_center';
  if (role === 'member') throw new Error('A member signs in with a membership.');
  return role;
}

/**
 * Mails the owner of an account, on https, that it is used from a browser that it did not know. Not at its first sign-in; an
 * administrator has the alarm `new_browser`.
 */
async function mailNewBrowser(
  context: SessionContext,
  tx: Tx,
  { userAgent, addressBlock }: RequestContext,
  { account, role, sessionId }: { account: Account; role: SessionRole; sessionId: string },
): Promise<void> {
  if (context.settings.posture !== 'production' || role === 'admin') return;
  if (!(await wasUsedBefore(tx, account.userId, sessionId))) return;
  await sendSecurityMail(context, tx, account, 'new_browser', {
    browser: nameDevice(userAgent),
    network: addressBlock,
  });
}

/** Revokes the session that the browser still presents, of any user. Returns its id if it was valid. */
async function revokePreviousSession(tx: Tx, sent: SentSession): Promise<string[]> {
  const session = await findSentSession(tx, sent);
  if (session === null || !(await revokeSession(tx, session.sessionId, 'signed_in_again'))) return [];
  return [session.sessionId];
}

/** Records one audit event for each session that the new one ended. */
async function recordEndedSessions(
  tx: Tx,
  by: Pick<AuditEntry, 'actor' | 'requestId' | 'addressBlock'>,
  cause: 'signed_in_again' | 'too_many',
  ids: readonly string[],
): Promise<void> {
  for (const id of ids)
    await record(tx, { event: 'session_ended', ...by, object: { kind: 'session', id }, details: { cause } });
}
