import { ApiError } from '@medcloud/contract/api-client';
import type { FactorRequired } from '@medcloud/contract/shapes/factors';
import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Area } from '../../../app/layout/area.ts';
import { isFactorRequired, type LoginReply, type SignInResult, useSession } from '../../../app/session/session.tsx';
import { usePublicSettings } from '../../../calls/auth.ts';
import { type Mutation, type Submission, useSubmit } from '../../../forms/use-submit.ts';
import { useText } from '../../../text/language.tsx';
import { useLoginErrorMessage } from '../../../text/login-error-message.ts';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';

/** A mailed link is quicker than a wait of more than an hour. */
const longWaitSeconds = 3_600;

/** The second step of a sign-in, for an account with a second factor. */
export interface SecondStepState {
  /** Null before the password was right. */
  challenge: FactorRequired | null;
  /** The second step was left, so the password takes the focus. */
  hasReturned: boolean;
  onSignedIn: (result: SignInResult, message?: string) => void;
  onOver: () => void;
  onBack: () => void;
}

/**
 * Sends a login form. Success starts the session or the second step, an error also shows a toast (specification,
 * section 8). The error of a held account names the operator's address; that of a long wait, the way by mail.
 */
export function useSignIn<Fields extends FieldValues & { password: string }, Body>(
  area: Area,
  form: UseFormReturn<Fields, unknown, Body>,
  login: Mutation<{ body: Body }, LoginReply>,
): { submission: Submission; secondStep: SecondStepState } {
  const session = useSession();
  const toast = useToast();
  const t = useText('auth');
  const loginErrorMessage = useLoginErrorMessage(area);
  const errorMessage = useErrorMessage();
  const [challenge, setChallenge] = useState<FactorRequired | null>(null);
  const [hasReturned, setReturned] = useState(false);
  const [isOver, setOver] = useState(false);
  const onSignedIn = (result: SignInResult, message?: string) => {
    session.signIn(result);
    toast({ title: t('login.success'), text: message ?? t(`login.${area}Welcome`) });
  };
  const submission = useSubmit(form, login, {
    toInput: (body) => ({ body }),
    onSuccess: (reply) => {
      if (!isFactorRequired(reply)) return onSignedIn(reply);
      form.reset((values) => ({ ...values, password: '' }));
      setOver(false);
      setChallenge(reply);
    },
    onError: (error) => {
      setOver(false);
      toast({ variant: 'danger', title: t('login.failed'), text: loginErrorMessage(error) });
    },
    isDiscardable: true,
  });
  const onBack = () => {
    setChallenge(null);
    setReturned(true);
  };
  const onOver = () => {
    onBack();
    setOver(true);
    toast({ variant: 'danger', title: t('login.failed'), text: errorMessage('challenge_over') });
  };
  const isLongWait = login.error instanceof ApiError && (login.error.retryAfterSeconds ?? 0) > longWaitSeconds;
  const isHeld = login.error instanceof ApiError && login.error.code === 'account_held';
  const contact = usePublicSettings({ enabled: isHeld }).data?.operator.email;
  const loginFailure = submission.failure === undefined ? undefined : loginErrorMessage(login.error);
  const message = isOver ? errorMessage('challenge_over') : isLongWait ? t('login.guessed') : loginFailure;
  return {
    submission: {
      ...submission,
      failure: isHeld && contact ? `${message} ${t('login.contact', { contact })}` : message,
    },
    secondStep: { challenge, hasReturned, onSignedIn, onOver, onBack },
  };
}
