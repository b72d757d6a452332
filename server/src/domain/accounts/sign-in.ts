import { Fault } from '@medcloud/contract/faults';
import { hashSecret } from '../../platform/crypto/hash-secret.ts';
import type { Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { SignInAttempt, Throttle } from '../../platform/throttle/throttle.ts';
import { type AuditEntry, record } from '../audit/record.ts';
import { systemScope } from '../authorization/may.ts';
import type { Asking } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import { readDevice } from './device.ts';
import {
  type CenterOfUser,
  type DoctorOfUser,
  findCenterOfUser,
  findDoctorOfUser,
  touchCenter,
} from './holder-store.ts';
import { knownDevice, rememberDevice } from './known-device.ts';
import type { Passwords } from './password.ts';
import { newSecrets, type SessionSecrets } from './secrets.ts';
import { findLiveSession, insertSession, revokeOldestSessions, revokeSession } from './session-store.ts';
import { type Account, findAccountByCenterId, findAccountByEmail, holdAccount } from './store.ts';

/** The three doors. A center knocks with its center ID, the others with their e-mail. */
export type Door =
  | { kind: 'center'; centerId: string }
  | { kind: 'doctor'; email: string }
  | { kind: 'admin'; email: string };

export interface SignInPorts {
  passwords: Passwords;
  throttle: Pick<Throttle, 'attemptSignIn' | 'succeededSignIn'>;
}

export interface SignedInNow {
  account: Account;
  secrets: SessionSecrets;
  center: CenterOfUser | null;
  doctor: DoctorOfUser | null;
}

/** What a sign-in presents: the password, the session that the browser still has, and the cookie that names the browser. */
export interface Presenting {
  password: string;
  session: string | null;
  device: string | null;
}

/** Seconds a session may idle and last (product, "Sessions"). */
export const sessionLimits = {
  admin: { idleSeconds: 15 * 60, absoluteSeconds: 8 * 3_600 },
  doctor: { idleSeconds: 30 * 60, absoluteSeconds: 12 * 3_600 },
  medical_center: { idleSeconds: 30 * 60, absoluteSeconds: 12 * 3_600 },
} as const;

const sessionsAUser = { admin: 5, doctor: 5, medical_center: 10 } as const; // security 2.5

/**
 * Signs in through one door. Fails with `invalid_credentials` alike for an unknown account, a wrong password, another
 * role's account and one that was closed, after the same work; with `rate_limited` while a delay lasts. `device` of the
 * answer is the cookie by which this browser is known from now on.
 */
export async function signIn(
  portal: Portal,
  ports: SignInPorts,
  asking: Asking,
  door: Door,
  presented: Presenting,
): Promise<SignedInNow & { device: string }> {
  const accountKey = doorKey(door);
  const known = knownDevice(portal, presented.device, accountKey);
  const attempt = { account: accountKey, by: known === null ? { block: asking.addressBlock } : { known } };
  await takeAttempt(portal, ports, asking, attempt);
  const account = await portal.db.within(systemScope('sign-in'), (tx) => findAtDoor(tx, door));
  const right = await ports.passwords.matches(account?.passwordHash ?? null, presented.password);
  const begun =
    account === null || !right || account.initialPasswordExpired
      ? null
      : await beginSession(portal, asking, account, presented.session);
  if (begun === null) {
    await noteFailure(portal, asking, account);
    throw new Fault('invalid_credentials');
  }
  await ports.throttle.succeededSignIn(attempt);
  return { ...begun, device: rememberDevice(portal, presented.device, accountKey) };
}

/** Takes one attempt at the password. One that comes too soon leaves an event, alike for a known and an unknown account. */
async function takeAttempt(
  { db }: Portal,
  { throttle }: SignInPorts,
  { requestId, addressBlock }: Asking,
  attempt: SignInAttempt,
): Promise<void> {
  try {
    await throttle.attemptSignIn(attempt);
  } catch (error) {
    const details = { code: 'rate_limited' };
    if (error instanceof Fault && error.code === 'rate_limited')
      await db.within(systemScope('sign-in'), (tx) =>
        record(tx, { event: 'login', outcome: 'denied', actor: { kind: 'nobody' }, requestId, addressBlock, details }),
      );
    throw error;
  }
}

/** By what the attempts at one account are counted, known or unknown. */
export function doorKey(door: Door): string {
  // in capitals, as the account is looked for: another letter case is no further attempt
  const name = `${door.kind}:${door.kind === 'center' ? door.centerId.toUpperCase() : door.email}`;
  return hashSecret(name).toString('base64url');
}

function findAtDoor(tx: Tx, door: Door): Promise<Account | null> {
  switch (door.kind) {
    case 'center':
      return findAccountByCenterId(tx, door.centerId);
    case 'doctor':
      return findAccountByEmail(tx, 'doctor', door.email);
    case 'admin':
      return findAccountByEmail(tx, 'admin', door.email);
  }
}

async function noteFailure(portal: Portal, asking: Asking, account: Account | null): Promise<void> {
  await portal.db.within(systemScope('sign-in'), (tx) =>
    record(tx, {
      event: 'login',
      outcome: 'failure',
      actor: account ? { kind: 'nobody', personId: account.userId } : { kind: 'nobody' },
      requestId: asking.requestId,
      addressBlock: asking.addressBlock,
    }),
  );
}

/** Makes the session's row; an earlier session that the browser still presents ends with it. Null if the password was changed since it was compared. */
async function beginSession(
  portal: Portal,
  asking: Asking,
  account: Account,
  presented: string | null,
): Promise<SignedInNow | null> {
  const secrets = newSecrets(portal.random);
  return await portal.db.within(systemScope('sign-in'), async (tx) => {
    if (!(await holdAccount(tx, account.userId, account.passwordHash))) return null;
    const center = account.role === 'medical_center' ? await findCenterOfUser(tx, account.userId) : null;
    const doctor = account.role === 'doctor' ? await findDoctorOfUser(tx, account.userId) : null;
    const replaced = presented === null ? [] : await endPresented(tx, presented);
    const id = newId(portal.clock, portal.random);
    const device = readDevice(asking.agent);
    await insertSession(tx, {
      id,
      userId: account.userId,
      role: account.role,
      centerId: center?.id ?? null,
      doctorId: doctor?.id ?? null,
      bearerHash: hashSecret(secrets.sessionId),
      cookieHash: hashSecret(secrets.cookie),
      ...sessionLimits[account.role],
      addressBlock: asking.addressBlock,
      device,
    });
    const oldest = await revokeOldestSessions(tx, account.userId, sessionsAUser[account.role]);
    if (center) await touchCenter(tx, center.id);
    const by = {
      actor: {
        kind: account.role === 'medical_center' ? ('center' as const) : account.role,
        personId: account.userId,
        sessionId: id,
        ...(center ? { centerId: center.id } : {}),
        ...(doctor ? { doctorId: doctor.id } : {}),
      },
      requestId: asking.requestId,
      addressBlock: asking.addressBlock,
    };
    await record(tx, { event: 'login', ...by, details: { ...device } });
    await noteEnded(tx, by, 'signed_in_again', replaced);
    await noteEnded(tx, by, 'too_many', oldest);
    return { account, secrets, center, doctor };
  });
}

/** Ends the session that the browser still shows, whose ever it is; answers its id where it lived. */
async function endPresented(tx: Tx, secret: string): Promise<string[]> {
  const session = await findLiveSession(tx, 'bearer_hash', hashSecret(secret));
  if (session === null || !(await revokeSession(tx, session.sessionId, 'signed_in_again'))) return [];
  return [session.sessionId];
}

/** One event for each session that the new one ended. */
async function noteEnded(
  tx: Tx,
  by: Pick<AuditEntry, 'actor' | 'requestId' | 'addressBlock'>,
  cause: 'signed_in_again' | 'too_many',
  ids: readonly string[],
): Promise<void> {
  for (const id of ids)
    await record(tx, { event: 'session_ended', ...by, object: { kind: 'session', id }, details: { cause } });
}
