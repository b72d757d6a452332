import { Fault } from '@medcloud/contract/faults';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { record } from '../../audit/record/record.ts';
import { signInScope, systemScope } from '../../authorization/authorize.ts';
import { type AuthenticatedPrincipal, anonymous, type Principal } from '../../authorization/principal.ts';
import type { VisibleExam } from '../../authorization/visible-exam.ts';
import { isEffective } from '../../billing/subscriptions/subscription-period.ts';
import { type DbContext, type TimeContext, today } from '../../core/context.ts';
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
  /** The exam that the request is about, if the session may view it. */
  exam?: VisibleExam | undefined;
}

const touchIntervalSeconds = 60; // security 2.5: last_seen is written at most once a minute

/**
 * Finds the principal of a request's session (product, "Sessions"). Header or cookie alone is enough. An invalid Bearer
 * is `unauthenticated`, whatever the cookie. A cookie without a valid session is ignored beside a valid Bearer. A
 * cookie of another valid session is `session_mismatch`.
 */
export async function authenticateSession(
  context: TimeContext,
  credentials: SessionCredentials,
): Promise<AuthenticatedSession> {
  if (credentials.bearer === null && credentials.cookie === null)
    return { principal: anonymous, isCookieSession: false };
  const [bearer, cookie] = await Promise.all([
    findBySecret(context, 'bearer_hash', credentials.bearer, credentials),
    findBySecret(context, 'cookie_hash', credentials.cookie, credentials),
  ]);
  if (credentials.bearer !== null && bearer === null) throw new Fault('unauthenticated');
  if (bearer && cookie && bearer.session.sessionId !== cookie.session.sessionId) {
    await recordMismatch(context, bearer.session.sessionId);
    throw new Fault('session_mismatch');
  }
  const found = bearer ?? cookie;
  if (found === null) return { principal: anonymous, isCookieSession: false };
  const { session, exam } = found;
  if (!credentials.isBackground && !credentials.isIdleAllowed && session.staleSeconds > touchIntervalSeconds) {
    const scope = signInScope({ secretHashes: hashSecrets(credentials) });
    await context.db.within(scope, (tx) => touchSession(tx, session.sessionId));
  }
  return { principal: toPrincipal(session, () => today(context)), isCookieSession: cookie !== null, exam };
}

/** Returns the hashes of the secrets that are present. */
export function hashSecrets({ bearer, cookie }: Pick<SessionCredentials, 'bearer' | 'cookie'>): Buffer[] {
  return [bearer, cookie].filter((secret) => secret !== null).map(hashSecret);
}

async function recordMismatch({ db }: DbContext, sessionId: string): Promise<void> {
  await db.within(systemScope('log'), (tx) =>
    record(tx, {
      event: 'denied',
      outcome: 'denied',
      actor: { kind: 'nobody', sessionId },
      details: { cause: 'session_mismatch' },
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
export function toPrincipal(session: ActiveSession, day: () => string): AuthenticatedPrincipal {
  const { userId, sessionId, email, language, mustChangePassword, passwordAgeSeconds, expiresAt } = session;
  const common = { userId, sessionId, email, language, mustChangePassword, passwordAgeSeconds, expiresAt };
  if (session.centerId !== null) return { kind: 'center', ...common, centerId: session.centerId };
  if (session.doctorId === null) return { kind: 'admin', ...common };
  const { subscriptionStatus: status, subscriptionStart: start, subscriptionEnd: end } = session;
  return {
    kind: 'doctor',
    ...common,
    doctorId: session.doctorId,
    isVerified: session.doctorState === 'verified',
    isSubscribed: isEffective({ status, start, end }, day()),
  };
}
