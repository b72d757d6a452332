import { ApiError } from '@medcloud/contract/api-client';
import type { FactorMethod, FactorRequired } from '@medcloud/contract/shapes/factors';
import { useState } from 'react';
import { fetchFactorOptions, useFactorSignIn } from '../../../calls/auth.ts';
import type { Submission } from '../../../forms/use-submit.ts';
import { useText } from '../../../text/language.tsx';
import { type PasskeyUse, usePasskey } from '../../passkey/use-passkey.ts';
import { usePasskeySite } from '../../passkey/use-passkey-site.ts';
import type { SignInResult } from '../session.tsx';
import { type FactorEntry, findCodeIssue, useFactorEntry } from './use-factor-entry.ts';

export interface SecondStepOptions {
  challenge: FactorRequired;
  /** `message` replaces the welcome. */
  onSignedIn: (result: SignInResult, message?: string) => void;
  /** The challenge has ended: the sign-in begins again with the password. */
  onOver: () => void;
}

export interface SecondStep {
  /** What is asked for; with `totp`, a passkey may be used too. */
  method: FactorMethod;
  /** Back from recovery to this; null if there is nothing else. */
  device: 'passkey' | 'totp' | null;
  choose: (method: FactorMethod) => void;
  /** False if the account has no recovery code left. */
  canRecover: boolean;
  entry: FactorEntry;
  /** Null if the account has none, or if none can be used at this address. */
  passkey: PasskeyUse | null;
  /** The only address at which the account's passkey can be used. */
  passkeysAt: string | null;
  submission: Submission;
}

const findRecoveryIssue = (typed: string) => (typed.trim() === '' ? 'required' : undefined);

const isOver = (error: unknown) => error instanceof ApiError && error.code === 'challenge_over';

/** Finishes a sign-in whose password was right by a passkey. */
function useSecondStepPasskey({ challenge: { challengeId, methods }, onSignedIn, onOver }: SecondStepOptions) {
  const site = usePasskeySite();
  const { mutateAsync } = useFactorSignIn();
  const leaveIfOver = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call;
    } catch (error) {
      if (isOver(error)) onOver();
      throw error;
    }
  };
  const passkey = usePasskey({
    fetchOptions: () => leaveIfOver(fetchFactorOptions(challengeId)),
    send: async (response) => onSignedIn(await leaveIfOver(mutateAsync({ body: { challengeId, response } }))),
    instead: 'nothing',
  });
  const hasPasskey = methods.includes('passkey');
  return {
    passkey: hasPasskey && (site.at === 'here' || site.at === 'unknown') ? passkey : null,
    passkeysAt: hasPasskey && site.at === 'elsewhere' ? site.url : null,
  };
}

/** Finishes a sign-in whose password was right by a passkey, a code of the app or a recovery code. */
export function useSecondStep(options: SecondStepOptions): SecondStep {
  const { challenge, onSignedIn, onOver } = options;
  const t = useText('account/factors.signIn');
  const call = useFactorSignIn();
  const { passkey, passkeysAt } = useSecondStepPasskey(options);
  const { challengeId, methods } = challenge;
  const device = methods.includes('totp') ? 'totp' : passkey && 'passkey';
  const [chosen, setChosen] = useState<FactorMethod>();
  const method = chosen ?? device ?? 'recovery';
  const isRecovery = method === 'recovery';
  const entry = useFactorEntry({
    call,
    findIssue: isRecovery ? findRecoveryIssue : findCodeIssue,
    send: (typed, onError) =>
      call.mutate(
        { body: isRecovery ? { challengeId, recoveryCode: typed } : { challengeId, code: typed } },
        {
          onSuccess: (result) => onSignedIn(result, isRecovery ? t('recovered') : undefined),
          onError: (error) => (isOver(error) ? onOver() : onError(error)),
        },
      ),
  });
  const choose = (another: FactorMethod) => {
    entry.change('');
    passkey?.clear();
    setChosen(another);
  };
  const submission =
    method === 'passkey' && passkey !== null
      ? { submit: submitting(passkey.start), isBusy: passkey.isBusy, failure: passkey.failure }
      : entry.submission;
  const canRecover = methods.includes('recovery');
  return { method, device, choose, canRecover, entry, passkey, passkeysAt, submission };
}

const submitting =
  (start: () => Promise<void>): Submission['submit'] =>
  async (event) => {
    event?.preventDefault();
    await start();
  };
