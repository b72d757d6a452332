import { Secret, TOTP } from 'otpauth';
import { decryptBytes, encryptBytes, encryptedFormats } from '../../platform/crypto/encrypt-value.ts';
import type { AppContext } from '../core/context.ts';

/*
 * Codes of authenticator apps (RFC 6238): SHA-1, 30 seconds, six digits, which all apps read. A code is right in its own
 * step, the one before and the one after.
 */

const secretBytes = 20; // RFC 4226, 4: 160 bits
const periodSeconds = 30;
const window = 1;
const issuer = 'MedCloud';

const contextOf = (userId: string) => `totp:${userId}`;

/** Creates a secret: encrypted for its account, in base32, and as the address that an authenticator app reads. */
export function createTotpSecret(
  { keys, random }: Pick<AppContext, 'keys' | 'random'>,
  userId: string,
  label: string,
): { encrypted: Buffer; secret: string; uri: string } {
  const bytes = random.bytes(secretBytes);
  const totp = createTotp(bytes, label);
  const encrypted = encryptBytes(keys.factors, encryptedFormats.bytes, contextOf(userId), bytes, random);
  return { encrypted, secret: totp.secret.base32, uri: totp.toString() };
}

/** Returns the step of the code that was entered, in 30 seconds since 1970; null if it is wrong now. */
export function findStep(
  { keys, clock }: Pick<AppContext, 'keys' | 'clock'>,
  userId: string,
  encrypted: Buffer,
  code: string,
): number | null {
  const secret = decryptBytes(keys.factors, encryptedFormats.bytes, contextOf(userId), encrypted);
  const timestamp = clock.now().getTime();
  const delta = createTotp(secret).validate({ token: code, timestamp, window });
  return delta === null ? null : Math.floor(timestamp / 1_000 / periodSeconds) + delta;
}

function createTotp(secret: Buffer, label = issuer): TOTP {
  return new TOTP({ issuer, label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });
}
