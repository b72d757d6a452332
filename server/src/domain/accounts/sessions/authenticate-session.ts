import { Fault } from '@medcloud/contract/faults';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import type { Reader } from '../../../platform/db/database.ts';
import { record } from '../../audit/record/record.ts';
import { systemScope } from '../../authorization/authorize.ts';
import { type AuthenticatedPrincipal, anonymous, type Principal } from '../../authorization/principal.ts';
import { isEffective } from '../../billing/subscriptions/subscription-period.ts';
import { type AppContext, today } from '../../core/context.ts';
import { type ActiveSession, findActiveSession, touchSession } from './store.ts';

/** The secrets that a request presents. */
export interface SessionCredentials {
  bearer: string | null;
  cookie: string | null;
  /** Caused by the event stream or a timer, so it does not move the idle limit. */
  isBackground: boolean;
  /** A session that went idle counts as well, and nothing moves its idle limit. */
  isIdleAllowed?: boolean;
}

export interface AuthenticatedSession {
  principal: Principal;
  /** The cookie named the session, so cross-site requests must be refused. */
  isCookieSession: boolean;
}

const touchIntervalSeconds = 60; // security 2.5: last_seen is written at most once a minute

/**
 * Whose session a request presents (product, "Sessions"): header or cookie alone is enough; a dead Bearer is
 * `unauthenticated` whatever the cookie; a cookie of no live session is ignored beside a valid Bearer; a cookie of
 * another live session is `session_mismatch`.
 */
export async function authenticateSession(
  context: AppContext,
  credentials: SessionCredentials,
): Promise<AuthenticatedSession> {
  if (credentials.bearer === null && credentials.cookie === null)
    return { principal: anonymous, isCookieSession: false };
  const [bearer, cookie] = await context.db.read(systemScope('sign-in'), async (tx) => [
    await findBySecret(tx, 'bearer_hash', credentials.bearer, credentials.isIdleAllowed),
    await findBySecret(tx, 'cookie_hash', credentials.cookie, credentials.isIdleAllowed),
  ]);
  if (credentials.bearer !== null && bearer === null) throw new Fault('unauthenticated');
  if (bearer && cookie && bearer.sessionId !== cookie.sessionId) {
    await recordMismatch(context, bearer.sessionId);
    throw new Fault('session_mismatch');
  }
  const session = bearer ?? cookie;
  if (session === null) return { principal: anonymous, isCookieSession: false };
  if (!credentials.isBackground && !credentials.isIdleAllowed && session.staleSeconds > touchIntervalSeconds)
    await context.db.within(systemScope('sign-in'), (tx) => touchSession(tx, session.sessionId));
  return { principal: toPrincipal(session, () => today(context)), isCookieSession: cookie !== null };
}

async function recordMismatch({ db }: Pick<AppContext, 'db'>, sessionId: string): Promise<void> {
  await db.within(systemScope('sign-in'), (tx) =>
    record(tx, {
      event: 'denied',
      outcome: 'denied',
      actor: { kind: 'nobody', sessionId },
      details: { cause: 'session_mismatch' },
    }),
  );
}

async function findBySecret(
  tx: Reader,
  by: 'bearer_hash' | 'cookie_hash',
  secret: string | null,
  isIdleAllowed = false,
): Promise<ActiveSession | null> {
  return secret === null ? null : await findActiveSession(tx, by, hashSecret(secret), isIdleAllowed);
}

/** The person whose session, or token, a row says. */
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
