import { ApiError } from '@medcloud/contract/api-client';
import type { FaultCode } from '@medcloud/contract/faults';
import type { PasskeyAssertion, PasskeyRequestOptions } from '@medcloud/contract/shapes/passkeys';
import { useState } from 'react';
import { loadOnce } from '../../lib/load-once.ts';
import { useText } from '../../text/language.tsx';
import { useFailure } from '../../text/use-error-message.ts';

const wrongPasskeyCodes: ReadonlySet<FaultCode | undefined> = new Set(['invalid_credentials', 'invalid_factor']);

/** Loads the browser's dialogs for passkeys. */
export const loadCeremony = loadOnce(() => import('./ceremony.ts'));

interface PasskeyOptions {
  fetchOptions: () => Promise<PasskeyRequestOptions>;
  /** Sends what the passkey signed. */
  send: (response: PasskeyAssertion) => Promise<void>;
  /** What else one may do, as part of the sentence that no passkey was used. */
  instead: 'password' | 'nothing';
}

export interface PasskeyUse {
  /** Opens the browser's dialog, and sends what the passkey signed. */
  start: () => Promise<void>;
  /** Sends what a passkey signed without that dialog. */
  sendSigned: (response: PasskeyAssertion) => Promise<void>;
  isBusy: boolean;
  failure: string | undefined;
  clear: () => void;
}

/** Runs one act at a time, and words why it failed. */
export function useAttempt(describe: (error: unknown) => Promise<string | undefined>) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const attempt = async (act: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await act();
    } catch (error) {
      setFailure(await describe(error));
    } finally {
      setBusy(false);
    }
  };
  return { attempt, isBusy, failure, clear: () => setFailure(undefined) };
}

/** Returns how a passkey proves the account: options from the portal, the browser's dialog, the response to the portal. */
export function usePasskey({ fetchOptions, send, instead }: PasskeyOptions): PasskeyUse {
  const { attempt, ...state } = useAttempt(useDescribe(instead));
  return {
    ...state,
    start: () =>
      attempt(async () => {
        const [{ signWithPasskey }, options] = await Promise.all([loadCeremony(), fetchOptions()]);
        await send(await signWithPasskey(options));
      }),
    sendSigned: (response) => attempt(() => send(response)),
  };
}

function useDescribe(instead: PasskeyOptions['instead']) {
  const t = useText('auth.passkey');
  const describeFailure = useFailure();
  return async (error: unknown): Promise<string | undefined> => {
    if (error instanceof ApiError)
      return wrongPasskeyCodes.has(error.code) ? t('refused', { instead }) : describeFailure(error);
    const { NoPasskeyError } = await loadCeremony();
    return error instanceof NoPasskeyError ? t('none', { instead }) : describeFailure(error);
  };
}
