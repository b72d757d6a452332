import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import type { Tx } from '../../database.ts';
import { type ActiveSession, findActiveSessionWithin } from './store.ts';

/** The secrets of the session that a browser still presents when it signs in. */
export interface SentSession {
  bearer: string;
  cookie: string | null;
}

/**
 * Finds the session that a request may end: of its Bearer, else of its cookie. A session of our pages counts only beside its
 * cookie. `isIdleAllowed`: also one that is idle.
 */
export async function findSentSession(
  tx: Tx,
  { bearer, cookie }: { bearer: string | null; cookie: string | null },
  isIdleAllowed = false,
): Promise<ActiveSession | null> {
  const find = async (by: 'bearer_hash' | 'cookie_hash', secret: string | null) =>
    secret === null ? null : await findActiveSessionWithin(tx, by, hashSecret(secret), isIdleAllowed);
  const ofBearer = await find('bearer_hash', bearer);
  if (ofBearer !== null && !ofBearer.isBound) return ofBearer;
  const ofCookie = await find('cookie_hash', cookie);
  return ofBearer === null || ofBearer.sessionId === ofCookie?.sessionId ? ofCookie : null;
}
