import { createHash } from 'node:crypto';
import { type Random, randomToken } from '../../platform/kit/random.ts';

/** The two secrets of a session: one travels in JSON and as Bearer, the other only in the cookie. 256 random bits each. */
export interface SessionSecrets {
  sessionId: string;
  cookie: string;
}

export function newSecrets(random: Random): SessionSecrets {
  return { sessionId: `mcs1_${randomToken(random)}`, cookie: `mcc1_${randomToken(random)}` };
}

/** What is stored of a secret: its SHA-256. A secret of 256 random bits needs no slow hash. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
