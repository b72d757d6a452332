import { createHash } from 'node:crypto';
import type { PasskeyAssertion, PasskeyAttestation } from '@medcloud/contract/shapes/passkeys';
import type { SignedChallenge } from '../authorization/given.ts';
import type { AppContext } from '../core/context.ts';
import { type ChallengePurpose, readOwnChallenge } from './challenges.ts';
import { passkeyAlgorithms } from './passkey-options.ts';

/* What a browser returns for a passkey, verified by SimpleWebAuthn. It is loaded when it is first needed: 0.4 s. */

type VerifyContext = Pick<AppContext, 'keys' | 'clock' | 'settings'>;

/** A stored passkey, as a signature is compared with it. */
export interface StoredPasskey {
  handle: Buffer;
  publicKey: Buffer;
  signCount: number;
}

const hashChallenge = (challenge: string) => createHash('sha256').update(Buffer.from(challenge, 'base64url')).digest();

/** Bytes of a credential ID in base64url. */
export const readCredentialId = (id: string): Buffer => Buffer.from(id, 'base64url');

/** The challenge that a response names, which is not verified by it. */
class AnsweredChallenge {
  readonly #context: VerifyContext;
  readonly #purpose: ChallengePurpose;
  #challenge = '';
  #givenOut = 0;

  constructor(context: VerifyContext, purpose: ChallengePurpose) {
    this.#context = context;
    this.#purpose = purpose;
  }

  /** Returns whether it is one of the portal's for this purpose. */
  readonly check = (challenge: string): boolean => {
    this.#challenge = challenge;
    const givenOut = readOwnChallenge(this.#context, this.#purpose, challenge);
    if (givenOut === null) return false;
    this.#givenOut = givenOut;
    return true;
  };

  get hash(): Buffer {
    return hashChallenge(this.#challenge);
  }

  /** When it was given out, in seconds. */
  get givenOut(): number {
    return this.#givenOut;
  }
}

/**
 * Verifies a passkey's signature over a challenge of this purpose, at the portal's address, with the person verified by the
 * device. Null if anything of it is wrong. `isBehind`: the counter of its signatures is not above the stored one.
 */
export async function verifyAssertion(
  context: VerifyContext,
  purpose: ChallengePurpose,
  { id, response }: PasskeyAssertion,
  passkey: StoredPasskey,
): Promise<(SignedChallenge & { isBehind: boolean }) | null> {
  const { userHandle } = response;
  // a sign-in without a name: the device names the account
  if (userHandle === undefined ? purpose.userId === null : userHandle !== passkey.handle.toString('base64url'))
    return null;
  const challenge = new AnsweredChallenge(context, purpose);
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const result = await orNull(() =>
    verifyAuthenticationResponse({
      ...expectations(context, challenge),
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { ...response, userHandle },
      },
      // The counter is compared below, after the signature: the library compares it before.
      credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    }),
  );
  // A wrong signature does not throw.
  if (result === null || !result.verified) return null;
  const signCount = result.authenticationInfo.newCounter;
  return {
    credentialId: readCredentialId(id),
    signCount,
    challengeHash: challenge.hash,
    givenOut: challenge.givenOut,
    isBehind: Math.max(signCount, passkey.signCount) > 0 && signCount <= passkey.signCount,
  };
}

/** A new passkey whose device proved it. */
export interface VerifiedPasskey {
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: number;
  transports: string[];
  isDeviceBound: boolean;
  challengeHash: Buffer;
}

/** Verifies a new passkey of the account: its challenge, address, algorithm, and that the device verified the person. */
export async function verifyAttestation(
  context: VerifyContext,
  userId: string,
  { id, response }: PasskeyAttestation,
): Promise<VerifiedPasskey | null> {
  const challenge = new AnsweredChallenge(context, { act: 'add', userId });
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const result = await orNull(() =>
    verifyRegistrationResponse({
      ...expectations(context, challenge),
      supportedAlgorithmIDs: [...passkeyAlgorithms],
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject },
      },
    }),
  );
  if (result === null || !result.verified) return null;
  const { credential, credentialDeviceType } = result.registrationInfo;
  return {
    credentialId: readCredentialId(credential.id),
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    transports: response.transports,
    isDeviceBound: credentialDeviceType === 'singleDevice',
    challengeHash: challenge.hash,
  };
}

const expectations = ({ settings }: VerifyContext, challenge: AnsweredChallenge) => ({
  expectedChallenge: challenge.check,
  expectedOrigin: settings.publicUrl.origin,
  expectedRPID: settings.passkeyDomain,
  requireUserVerification: true,
});

/** Null if the library throws: for each thing that is wrong it has another error. */
async function orNull<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}
