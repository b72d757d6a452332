import { Fault } from '@medcloud/contract/faults';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { record } from '../../audit/record/record.ts';
import { signInScope, systemScope } from '../../authorization/authorize.ts';
import { type AuthenticatedPrincipal, anonymous, type Principal } from '../../authorization/principal.ts';
import type { VisibleExam } from '../../authorization/visible-exam.ts';
import { isEffective } from '../../billing/subscriptions/subscription-period.ts';
import { type AppContext, type DbContext, type TimeContext, today } from '../../core/context.ts';
import { describeFactorSetup } from '../../factors/factor-setup.ts';
import { type ActiveSession, findActiveSession, findActiveSessionAndExam, touchSession } from './store.ts';

/** The secrets that a request presents. */
export interface SessionCredentials {
  bearer: string | null;
  cookie: string | null;
  /** Caused by the event stream or a timer, so it does not move the idle limit. */
  isBackground: boolean;
  /** An idle session is valid too, and its idle limit does not move. */
  isIdleAllowed?: boolean;
  /** The exam that the request is about, if it is known from the address. */
  examId?: string | undefined;
}

export interface AuthenticatedSession {
  principal: Principal;
  /** The session came from the cookie, so cross-site requests must be refused. */
  isCookieSession: boolean;
  /** The session is valid only beside its cookie. */
  isBound: boolean;
  /** The exam that the request is about, if the session may view it. */
  exam?: VisibleExam | undefined;
}

/** What a request without a session has. */
export const noSession: AuthenticatedSession = { principal: anonymous, isCookieSession: false, isBound: false };

const touchIntervalSeconds = 60; // security 2.5: last_seen is written at most once a minute

/**
 * Finds the principal of a request's session (product, "Sessions"). Header or cookie alone is enough. An invalid Bearer
 * is `unauthenticated`, whatever the cookie. A cookie without a valid session is ignored beside a valid Bearer. A
 * cookie of another valid session is `session_mismatch`. A session that our pages began needs its cookie (`isBound`):
 * its Bearer alone is `unauthenticated`.
 */
export async function authenticateSession(
  context: TimeContext,
  credentials: SessionCredentials,
): Promise<AuthenticatedSession> {
  if (credentials.bearer === null && credentials.cookie === null) return noSession;
  const [bearer, cookie] = await Promise.all([
    findBySecret(context, 'bearer_hash', credentials.bearer, credentials),
    findBySecret(context, 'cookie_hash', credentials.cookie, credentials),
  ]);
  if (credentials.bearer !== null && bearer === null) throw new Fault('unauthenticated');
  if (bearer && cookie && bearer.session.sessionId !== cookie.session.sessionId) {
    await recordDenial(context, bearer.session.sessionId, 'session_mismatch');
    throw new Fault('session_mismatch');
  }
  if (bearer?.session.isBound && cookie === null) {
    await recordDenial(context, bearer.session.sessionId, 'unbound_bearer');
    throw new Fault('unauthenticated');
  }
  const found = bearer ?? cookie;
  if (found === null) return noSession;
  const { session, exam } = found;
  if (!credentials.isBackground && !credentials.isIdleAllowed && session.staleSeconds > touchIntervalSeconds) {
    const scope = signInScope({ secretHashes: hashSecrets(credentials) });
    await context.db.within(scope, (tx) => touchSession(tx, session.sessionId));
  }
  const principal = toPrincipal(context, session);
  return { principal, isCookieSession: cookie !== null, isBound: session.isBound, exam };
}

/** Returns the hashes of the secrets that are present. */
export function hashSecrets({ bearer, cookie }: Pick<SessionCredentials, 'bearer' | 'cookie'>): Buffer[] {
  return [bearer, cookie].filter((secret) => secret !== null).map(hashSecret);
}

async function recordDenial(
  { db }: DbContext,
  sessionId: string,
  cause: 'session_mismatch' | 'unbound_bearer',
): Promise<void> {
  await db.within(systemScope('log'), (tx) =>
    record(tx, {
      event: 'denied',
      outcome: 'denied',
      actor: { kind: 'nobody', sessionId },
      details: { cause },
    }),
  );
}

async function findBySecret(
  context: DbContext,
  by: 'bearer_hash' | 'cookie_hash',
  secret: string | null,
  { isIdleAllowed = false, examId }: SessionCredentials,
): Promise<{ session: ActiveSession; exam?: VisibleExam | undefined } | null> {
  if (secret === null) return null;
  const secretHash = hashSecret(secret);
  if (examId !== undefined) return await findActiveSessionAndExam(context, by, secretHash, examId);
  const session = await findActiveSession(context, by, secretHash, isIdleAllowed);
  return session && { session };
}

/** Converts the row of a session or token to its principal. */
export function toPrincipal(
  context: Pick<AppContext, 'clock' | 'settings'>,
  session: Omit<ActiveSession, 'isBound'>,
): AuthenticatedPrincipal {
  const { userId, sessionId, email, language, mustChangePassword, passwordAgeSeconds, expiresAt } = session;
  const factorSetup = session.hasFactor ? null : describeFactorSetup(context, session);
  const common = {
    ...{ userId, sessionId, email, language, mustChangePassword, factorSetup, passwordAgeSeconds, expiresAt },
  };
  if (session.centerId !== null)
    return { kind: 'center', ...common, centerId: session.centerId, payerId: session.payerId, member: session.member };
  if (session.doctorId === null) return { kind: 'admin', ...common };
  const { subscriptionStatus: status, subscriptionStart: start, subscriptionEnd: end } = session;
  return {
    kind: 'doctor',
    ...common,
    doctorId: session.doctorId,
    payerId: userId,
    isVerified: session.doctorState === 'verified',
    isSubscribed: isEffective({ status, start, end }, today(context)),
  };
}
