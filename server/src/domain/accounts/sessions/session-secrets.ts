import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { type Random, randomToken } from '../../../platform/ids/random.ts';

/**
 * The two secrets of a session, 256 random bits each. One is sent in JSON and as Bearer, the other only in the cookie.
 */
export interface SessionSecrets {
  sessionId: string;
  cookie: string;
}

export function newSessionSecrets(random: Random): SessionSecrets {
  return { sessionId: `mcs1_${randomToken(random)}`, cookie: `mcc1_${randomToken(random)}` };
}

/** Returns what is stored of the secrets: their SHA-256. */
export function hashSessionSecrets({ sessionId, cookie }: SessionSecrets): { bearerHash: Buffer; cookieHash: Buffer } {
  return { bearerHash: hashSecret(sessionId), cookieHash: hashSecret(cookie) };
}
