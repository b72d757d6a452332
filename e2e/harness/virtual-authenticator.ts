import type { CDPSession, Page } from '@playwright/test';

/** A passkey as Chromium's virtual authenticator holds it. */
export interface HeldPasskey {
  credentialId: string;
  isResidentCredential: boolean;
  rpId?: string | undefined;
  privateKey: string;
  userHandle?: string | undefined;
  signCount: number;
}

/** A device of a page that makes passkeys and recognizes its person (WebAuthn, 11: virtual authenticators). */
export interface VirtualAuthenticator {
  /** False: the wrong finger. */
  recognize(isRecognized: boolean): Promise<void>;
  list(): Promise<HeldPasskey[]>;
  add(passkey: HeldPasskey): Promise<void>;
  clear(): Promise<void>;
}

/**
 * Connects a device to a page, for all of its documents. A device that knows its person accepts a browser's offer at once.
 * `hasOffers: false`: a browser that makes none, so that buttons can be pressed. Call it before the page loads.
 */
export async function connectAuthenticator(page: Page, { hasOffers = false } = {}): Promise<VirtualAuthenticator> {
  if (!hasOffers)
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    recognize: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    list: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    add: async (credential) => {
      await session.send('WebAuthn.addCredential', { authenticatorId, credential });
    },
    clear: async () => {
      await session.send('WebAuthn.clearCredentials', { authenticatorId });
    },
  };
}
