import { type Random, randomToken } from '../../../platform/ids/random.ts';

/** The two secrets of a session: one travels in JSON and as Bearer, the other only in the cookie. 256 random bits each. */
export interface SessionSecrets {
  sessionId: string;
  cookie: string;
}

export function newSessionSecrets(random: Random): SessionSecrets {
  return { sessionId: `mcs1_${randomToken(random)}`, cookie: `mcc1_${randomToken(random)}` };
}
