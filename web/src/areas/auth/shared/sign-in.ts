import { ApiError } from '@medcloud/contract/api-client';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Area } from '../../../app/layout/area.ts';
import { type SignInResult, useSession } from '../../../app/session/session.tsx';
import { usePublicSettings } from '../../../calls/auth.ts';
import { type Mutation, type Submission, useSubmit } from '../../../forms/use-submit.ts';
import { useText } from '../../../text/language.tsx';
import { useLoginErrorMessage } from '../../../text/login-error-message.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';

/**
 * Sends a login form. Success starts the session, an error also shows a toast (specification, section 8). The error of a
 * held account names the operator's address.
 */
export function useSignIn<Fields extends FieldValues, Body>(
  area: Area,
  form: UseFormReturn<Fields, unknown, Body>,
  login: Mutation<{ body: Body }, SignInResult>,
): Submission {
  const session = useSession();
  const toast = useToast();
  const t = useText('auth');
  const loginErrorMessage = useLoginErrorMessage(area);
  const submission = useSubmit(form, login, {
    toInput: (body) => ({ body }),
    onSuccess: (start) => {
      session.signIn(start);
      toast({ title: t('login.success'), text: t(`login.${area}Welcome`) });
    },
    onError: (error) => toast({ variant: 'danger', title: t('login.failed'), text: loginErrorMessage(error) }),
    isDiscardable: true,
  });
  const isHeld = login.error instanceof ApiError && login.error.code === 'account_held';
  const contact = usePublicSettings({ enabled: isHeld }).data?.operator.email;
  const message = submission.failure === undefined ? undefined : loginErrorMessage(login.error);
  return { ...submission, failure: isHeld && contact ? `${message} ${t('login.contact', { contact })}` : message };
}
