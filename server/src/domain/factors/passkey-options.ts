import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@medcloud/contract/shapes/passkeys';
import type { AppContext } from '../core/context.ts';
import { type ChallengePurpose, challengeSeconds, createChallenge } from './challenges.ts';

type OptionsContext = Pick<AppContext, 'keys' | 'clock' | 'random' | 'settings'>;

/** Ed25519, ES256 and RS256, in COSE's numbers: what all devices make between them. */
export const passkeyAlgorithms = [-8, -7, -257] as const;

/** A passkey, as options name it. */
export interface NamedPasskey {
  credentialId: Buffer;
  transports: string[];
}

const describePasskey = ({ credentialId, transports }: NamedPasskey) => ({
  id: credentialId.toString('base64url'),
  type: 'public-key' as const,
  transports,
});

/** Creates options for a signature of one of these passkeys; without them, of any that the device has for the portal. */
export function createRequestOptions(
  context: OptionsContext,
  purpose: ChallengePurpose,
  passkeys?: readonly NamedPasskey[],
): PasskeyRequestOptions {
  return {
    challenge: createChallenge(context, purpose),
    timeout: challengeSeconds * 1_000,
    rpId: context.settings.passkeyDomain,
    userVerification: 'required',
    ...(passkeys === undefined ? {} : { allowCredentials: passkeys.map(describePasskey) }),
  };
}

/** Creates options for a new passkey of an account, on a device that has none of it. */
export function createCreationOptions(
  context: OptionsContext,
  { userId, email, handle }: { userId: string; email: string; handle: Buffer },
  passkeys: readonly NamedPasskey[],
): PasskeyCreationOptions {
  return {
    challenge: createChallenge(context, { act: 'add', userId }),
    timeout: challengeSeconds * 1_000,
    rp: { id: context.settings.passkeyDomain, name: 'MedCloud' },
    user: { id: handle.toString('base64url'), name: email, displayName: email },
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    excludeCredentials: passkeys.map(describePasskey),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}
