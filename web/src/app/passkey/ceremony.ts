import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  RemainingPasskeys,
} from '@medcloud/contract/shapes/passkeys';
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';

/* The browser's dialogs for passkeys. Everything else imports this module when it is needed. */

/** Why the browser returned no passkey. `aborted`: the page ended the request itself. `known`: the device has one already. */
type NoPasskeyReason = 'aborted' | 'known' | 'none';

/** The browser returned no passkey: the person cancelled, the device did not recognize them, or it has none. */
export class NoPasskeyError extends Error {
  readonly reason: NoPasskeyReason;

  constructor(error: Error) {
    super(error.message, { cause: error });
    this.name = 'NoPasskeyError';
    this.reason = reasonOf(error);
  }
}

function reasonOf(error: Error): NoPasskeyReason {
  const code = error instanceof WebAuthnError ? error.code : undefined;
  if (code === 'ERROR_CEREMONY_ABORTED') return 'aborted';
  return code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' ? 'known' : 'none';
}

async function orNoPasskey<T>(ceremony: Promise<T>): Promise<T> {
  try {
    return await ceremony;
  } catch (error) {
    throw error instanceof Error ? new NoPasskeyError(error) : error;
  }
}

/** Asks for a signature in the browser's dialog; ends a pending request of this page. Throws `NoPasskeyError`. */
export const signWithPasskey = (options: PasskeyRequestOptions): Promise<PasskeyAssertion> =>
  orNoPasskey(startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }));

/**
 * Lets the browser offer passkeys in the field whose `autocomplete` ends in `webauthn`. Pending until the person chooses one.
 * Throws `NoPasskeyError`.
 */
export const offerPasskeys = (options: PasskeyRequestOptions): Promise<PasskeyAssertion> =>
  orNoPasskey(
    startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON, useBrowserAutofill: true }),
  );

/** Ends a pending request of this page. */
export const cancelCeremony = (): void => WebAuthnAbortService.cancelCeremony();

/** Creates a passkey in the browser's dialog, on this or another device. Throws `NoPasskeyError`. */
export const createPasskey = (options: PasskeyCreationOptions) =>
  orNoPasskey(startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }));

/** Tells the browser that the portal does not know a passkey which it just created. Not every browser can. */
export async function signalUnknown(domain: string, credentialId: string): Promise<void> {
  if (!('signalUnknownCredential' in PublicKeyCredential)) return;
  await sendSignal({ signalName: 'unknownCredential', rpID: domain, credentialID: credentialId });
}

/** Tells the browser which passkeys of the account are left, so that it no longer offers others. Not every browser can. */
export async function signalRemaining({ domain, handle, credentialIds }: RemainingPasskeys): Promise<void> {
  if (!('signalAllAcceptedCredentials' in PublicKeyCredential)) return;
  await sendSignal({
    signalName: 'allAcceptedCredentials',
    rpID: domain,
    userID: handle,
    allAcceptedCredentialIDs: credentialIds,
  });
}
