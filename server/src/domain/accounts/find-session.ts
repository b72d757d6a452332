import { Fault } from '@medcloud/contract/faults';
import { hashSecret } from '../../platform/crypto/hash-secret.ts';
import type { Reader } from '../../platform/db/database.ts';
import { record } from '../audit/record.ts';
import { systemScope } from '../authorization/may.ts';
import { nobody, type SignedIn, type Who } from '../authorization/who.ts';
import { type Portal, today } from '../portal/portal.ts';
import { isEffective } from '../subscriptions/effective.ts';
import { findLiveSession, type LiveSession, touchSession } from './session-store.ts';

/** The secrets that a request presents. */
export interface Presented {
  bearer: string | null;
  cookie: string | null;
  /** Caused by the event stream or a timer, so it does not move the idle limit. */
  background: boolean;
  /** A session that went idle counts as well, and nothing moves its idle limit. */
  afterIdle?: boolean;
}

export interface Found {
  who: Who;
  /** The cookie named the session, so cross-site requests must be refused. */
  byCookie: boolean;
}

const touchEverySeconds = 60; // security 2.5: last_seen is written at most once a minute

/**
 * Whose session a request presents (product, "Sessions"): header or cookie alone is enough; a dead Bearer is
 * `unauthenticated` whatever the cookie; a cookie of no live session is ignored beside a valid Bearer; a cookie of
 * another live session is `session_mismatch`.
 */
export async function findSession(portal: Portal, presented: Presented): Promise<Found> {
  if (presented.bearer === null && presented.cookie === null) return { who: nobody, byCookie: false };
  const [bearer, cookie] = await portal.db.read(systemScope('sign-in'), async (tx) => [
    await lookUp(tx, 'bearer_hash', presented.bearer, presented.afterIdle),
    await lookUp(tx, 'cookie_hash', presented.cookie, presented.afterIdle),
  ]);
  if (presented.bearer !== null && bearer === null) throw new Fault('unauthenticated');
  if (bearer && cookie && bearer.sessionId !== cookie.sessionId) {
    await noteMismatch(portal, bearer.sessionId);
    throw new Fault('session_mismatch');
  }
  const session = bearer ?? cookie;
  if (session === null) return { who: nobody, byCookie: false };
  if (!presented.background && !presented.afterIdle && session.staleSeconds > touchEverySeconds)
    await portal.db.within(systemScope('sign-in'), (tx) => touchSession(tx, session.sessionId));
  return { who: personOf(session, () => today(portal)), byCookie: cookie !== null };
}

async function noteMismatch({ db }: Pick<Portal, 'db'>, sessionId: string): Promise<void> {
  await db.within(systemScope('sign-in'), (tx) =>
    record(tx, {
      event: 'denied',
      outcome: 'denied',
      actor: { kind: 'nobody', sessionId },
      details: { cause: 'session_mismatch' },
    }),
  );
}

async function lookUp(
  tx: Reader,
  by: 'bearer_hash' | 'cookie_hash',
  secret: string | null,
  afterIdle = false,
): Promise<LiveSession | null> {
  return secret === null ? null : await findLiveSession(tx, by, hashSecret(secret), afterIdle);
}

/** The person whose session, or token, a row says. */
export function personOf(session: LiveSession, day: () => string): SignedIn {
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
