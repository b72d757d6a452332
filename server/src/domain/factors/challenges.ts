import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AppContext } from '../core/context.ts';

/*
 * The challenges that passkeys sign: 16 random bytes, 4 of the time in seconds, 12 of a MAC over both, the purpose and the
 * account. So nothing is stored for who only asks. A challenge is valid for five minutes, and once (`spend_challenge()`).
 */

export const challengeSeconds = 300;
/** How much the clocks of two nodes may differ. */
const skewSeconds = 60;
const randomBytes = 16;
const timeBytes = 4;
const macBytes = 12;
const signedBytes = randomBytes + timeBytes;

/** What a challenge is for, and the account that it is for; none in a sign-in without a name. */
export interface ChallengePurpose {
  act: 'add' | 'mfa' | 'sign-in' | 'step-up';
  userId: string | null;
}

type ChallengeContext = Pick<AppContext, 'keys' | 'clock' | 'random'>;

/** Creates a challenge, in base64url. */
export function createChallenge({ keys, clock, random }: ChallengeContext, purpose: ChallengePurpose): string {
  const signed = Buffer.alloc(signedBytes);
  random.bytes(randomBytes).copy(signed);
  signed.writeUInt32BE(secondsOf(clock), randomBytes);
  return Buffer.concat([signed, computeMac(keys.challenges, purpose, signed)]).toString('base64url');
}

/** Returns when the challenge was given out, in seconds; null if it is not the portal's for the purpose, or too old. */
export function readOwnChallenge(
  { keys, clock }: Pick<AppContext, 'keys' | 'clock'>,
  purpose: ChallengePurpose,
  challenge: string,
): number | null {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== signedBytes + macBytes || bytes.toString('base64url') !== challenge) return null;
  const signed = bytes.subarray(0, signedBytes);
  if (!timingSafeEqual(bytes.subarray(signedBytes), computeMac(keys.challenges, purpose, signed))) return null;
  const givenOut = signed.readUInt32BE(randomBytes);
  const age = secondsOf(clock) - givenOut;
  return age >= -skewSeconds && age <= challengeSeconds ? givenOut : null;
}

const secondsOf = (clock: AppContext['clock']) => Math.floor(clock.now().getTime() / 1_000);

function computeMac(key: Buffer, { act, userId }: ChallengePurpose, signed: Buffer): Buffer {
  const mac = createHmac('sha256', key)
    .update(`${act}|${userId ?? ''}|`)
    .update(signed);
  return mac.digest().subarray(0, macBytes);
}
